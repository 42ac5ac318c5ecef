import { anApp } from "../app.ts";
import { FailingStores, type Fault } from "./failing-stores.ts";
import { difference, whatStands } from "./what-stands.ts";

/** A request, with all that it needs made before. */
export interface Ready {
  method: string;
  path: string;
  as?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
  cf?: object;
  /** What is to be the same in the end, beside what is counted. */
  look?: () => Promise<unknown>;
  /** What the product does by itself in the seconds after the last. */
  settle?: () => Promise<unknown>;
  /** What it does by itself in the days after. */
  clean?: () => Promise<unknown>;
  /** Takes away what would cost the next ones time. */
  tidy?: () => Promise<unknown>;
  /** How much later a client comes again that was told to wait. */
  laterMs?: number;
}

export interface Sent {
  status: number;
  headers: Headers;
  body: string;
  /** What was more or less after it than before the first. */
  standing: string;
  /** The calls of its stores. */
  calls: string[];
}

export interface Outcome {
  sent: Sent[];
  seen: string;
}

/** Sends a request so many times to one isolate; the first one meets the fault. */
export async function send(ready: Ready, times: number, fault?: Fault): Promise<Outcome> {
  const stores = new FailingStores();
  let later = 0;
  const app = anApp({ now: () => Date.now() + later }, stores.bindings);
  const before = await whatStands();
  const sent: Sent[] = [];
  stores.fault = fault;
  for (let turn = 1; turn <= times; turn += 1) {
    const answer = await app.request(`http://rampart.test${ready.path}`, initOf(ready));
    const { status, headers } = answer;
    const body = await answer.text();
    stores.fault = undefined;
    const calls = stores.calls.splice(0);
    if (turn === times) await ready.settle?.();
    await ready.clean?.();
    const standing = difference(before, await whatStands());
    sent.push({ status, headers, body, standing, calls });
    if (status >= 300) later += ready.laterMs ?? 0;
  }
  const seen = JSON.stringify(await ready.look?.());
  await ready.tidy?.();
  return { sent, seen };
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
