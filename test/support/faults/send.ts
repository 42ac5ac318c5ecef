import { anApp } from "../app.ts";
import { FailingStores, type Fault } from "./failing-stores.ts";
import { difference, whatStands } from "./what-stands.ts";

/** A request, and what it needs was made before. */
export interface Ready {
  method: string;
  path: string;
  as?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
  cf?: object;
  /** Whether an answer of success says that a part of the request failed. */
  hasFailed?: (body: string) => boolean;
  /** What must be the same at the end, beside the counts. */
  look?: () => Promise<unknown>;
  /** What the product does by itself in the seconds after the last request. */
  settle?: () => Promise<unknown>;
  /** What the product does by itself in the days after. */
  clean?: () => Promise<unknown>;
  /** Removes what would slow down the next requests. */
  tidy?: () => Promise<unknown>;
  /** How long a client waits that is told to wait. */
  laterMs?: number;
}

export interface Sent {
  status: number;
  headers: Headers;
  body: string;
  /** The calls to its stores. */
  calls: string[];
  /** Whether it says that a part of the request failed. */
  hasFailed: boolean;
  /** What is stored after it; undefined after a refusal that another request follows. */
  left: Left | undefined;
}

export interface Left {
  /** What is more or less than before the first request. */
  standing: string;
  seen: string;
}

/** Sends a request so many times to one isolate; the first one meets the fault. */
export async function send(ready: Ready, times: number, fault?: Fault): Promise<Sent[]> {
  const before = await whatStands();
  const sent = await sendOnly(ready, times, fault, async () => {
    await ready.clean?.();
    const standing = difference(before, await whatStands());
    return { standing, seen: JSON.stringify(await ready.look?.()) };
  });
  await ready.tidy?.();
  return sent;
}

/**
 * Sends a request once, so that whatever the first request of an isolate or service makes is there
 * afterwards.
 */
export async function warmUp(ready: Ready): Promise<void> {
  await sendOnly(ready, 1);
  await ready.clean?.();
  await ready.tidy?.();
}

async function sendOnly(
  ready: Ready,
  times: number,
  fault?: Fault,
  look?: () => Promise<Left>,
): Promise<Sent[]> {
  const stores = new FailingStores();
  let later = 0;
  const app = anApp({ now: () => Date.now() + later }, stores.bindings);
  const sent: Sent[] = [];
  stores.fault = fault;
  for (let turn = 1; turn <= times; turn += 1) {
    const answer = await app.request(`http://rampart.test${ready.path}`, initOf(ready));
    const { status, headers } = answer;
    const body = await answer.text();
    stores.fault = undefined;
    const calls = stores.calls.splice(0);
    const isLast = turn === times;
    if (isLast) await ready.settle?.();
    const left = isLast || status < 300 ? await look?.() : undefined;
    const hasFailed = ready.hasFailed?.(body) === true;
    sent.push({ status, headers, body, calls, hasFailed, left });
    if (status >= 300) later += ready.laterMs ?? 0;
  }
  return sent;
}

function initOf({ method, as, headers, body, cf }: Ready): RequestInit {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return {
    method,
    headers: {
      "content-type": "application/json",
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    ...(cf === undefined ? {} : { cf: cf as CfProperties }),
  };
}
