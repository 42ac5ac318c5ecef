import type { QueuedEvent } from "./read-message.ts";

const TIMEOUT_MS = 20_000;

export interface ForwardTarget {
  url: string;
  token: string | undefined;
  fetch: typeof fetch;
}

/** Sends one batch to a SIEM as NDJSON; anything but a 2xx is a failure that will be tried again. */
export async function forward(target: ForwardTarget, events: readonly QueuedEvent[]) {
  const headers: Record<string, string> = { "content-type": "application/x-ndjson" };
  if (target.token !== undefined) headers["authorization"] = `Bearer ${target.token}`;
  const response = await target.fetch(target.url, {
    method: "POST",
    headers,
    body: events.map(({ line }) => `${line}\n`).join(""),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the forward target answered ${response.status}`);
}
