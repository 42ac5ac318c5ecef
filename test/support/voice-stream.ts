import { expect } from "vitest";
import { usage } from "../../src/ai/usage/answers.ts";
import { aMember, aTenant } from "./people.ts";
import { anApp } from "./app.ts";
import { aFlux } from "./flux.ts";
import type { Provider } from "./oidc-provider.ts";

/** The same product on a host of its own, as its customers reach it. */
const HOST = "https://rampart.test";

export interface Client {
  socket: WebSocket;
  said: string[];
  /** How it ended. */
  closed: Promise<{ code: number; reason: string }>;
}

/** The product with Flux behind it, a clock that the test turns, and its regular look at a stream. */
export function withFlux(flux = aFlux(), settings: object = {}, issuer?: Provider) {
  let now = Date.now();
  let look: (() => void) | undefined;
  const name = `flux-${crypto.randomUUID()}`;
  const provider = { kind: "workers-ai", name, speech: true, ...settings };
  const { request, lines } = anApp(
    {
      now: () => now,
      wait: () =>
        new Promise<void>((resolve) => {
          look = resolve;
        }),
      ...(issuer && { fetch: issuer.fetch }),
    },
    {
      AI_PROVIDERS: JSON.stringify([provider]),
      AI: flux.binding,
      ...(issuer && { OIDC_ISSUERS: issuer.settings() }),
    },
  );
  const ask = (path: string, as: string) =>
    request(`${HOST}${path}`, { headers: { authorization: `Bearer ${as}` } });
  const token = async (tenantId: string, as: string) => {
    const answer = await ask(`/ai/voice/speech-token?tenantId=${tenantId}`, as);
    return (await answer.json<{ token: string }>()).token;
  };
  const knock = (bearer?: string, query = "", headers: Record<string, string> = {}) =>
    request(`${HOST}/ai/voice/stream${query}`, {
      headers: {
        upgrade: "websocket",
        ...(bearer === undefined ? {} : { "sec-websocket-protocol": `bearer, ${bearer}` }),
        ...headers,
      },
    });
  return {
    flux,
    lines,
    name,
    ask,
    token,
    knock,
    /** Turns the clock, and lets the stream look at it. */
    pass: (ms: number) => {
      now += ms;
      look?.();
    },
  };
}

export function clientOf(answer: Response): Client {
  const { webSocket: socket } = answer;
  if (socket === null) throw new Error(`no socket but ${answer.status}`);
  const said: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
  socket.addEventListener("message", ({ data }) => {
    said.push(String(data));
  });
  socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
  socket.accept();
  return { socket, said, closed };
}

/** Somebody with a token who is let in. */
export async function aSpeaker(product = withFlux(), query = "") {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const bearer = await product.token(tenantId, as);
  const client = clientOf(await product.knock(bearer, query));
  /** What the tenant's ledger has by now. */
  const paid = async () => {
    const answer = await product.ask(`/ai/usage?tenantId=${tenantId}`, as);
    return usage.parse(await answer.json()).total;
  };
  /** Audio that has come to the other side when this is over. */
  const talk = async (bytes: number) => {
    const side = product.flux.sides.at(-1);
    const before = side?.heard ?? 0;
    client.socket.send(new Uint8Array(bytes));
    await expect.poll(() => side?.heard, { interval: 5 }).toBe(before + bytes);
  };
  return { ...product, tenantId, as, bearer, paid, talk, ...client };
}
