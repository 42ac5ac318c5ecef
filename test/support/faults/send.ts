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
  /** The calls of its stores. */
  calls: string[];
  /** What there is after it; nothing behind a refusal that another request follows. */
  left: Left | undefined;
}

export interface Left {
  /** What is more or less than before the first. */
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

/** Whatever is made with the first request of an isolate or a service is there from here on. */
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
    sent.push({ status, headers, body, calls, left });
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
