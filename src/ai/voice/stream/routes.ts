import { Hono, type Context, type MiddlewareHandler } from "hono";
import { spendChallenge } from "../../../access/passkeys/challenge.ts";
import { invalidBearer } from "../../../access/refusals.ts";
import { Problem, refuse, settle } from "../../../http/index.ts";
import { operation, valid } from "../../../http/contract/index.ts";
import { database, given, surroundingsOf, type Rampart } from "../../../platform/index.ts";
import { readToken, type Bearer } from "../mint-token.ts";
import { beginStream } from "./begin-stream.ts";
import { STREAM } from "./limits.ts";
import { streamHeader, streamQuery } from "./schemas.ts";

const PROTOCOL = "bearer";
const SWITCHING = 101;

export const streamRoutes = new Hono<Rampart>();

streamRoutes.get(
  STREAM,
  operation({ operationId: "streamSpeech" }),
  needUpgrade(),
  valid("header", streamHeader),
  valid("query", streamQuery),
  async (c) => {
    const { traceId, ...query } = c.req.valid("query");
    const call = c.get("call");
    const bearer = await spendToken(c, c.req.valid("header")["sec-websocket-protocol"]);
    call.about.caller = bearer.subject;
    call.about.tenantId = bearer.tenantId;
    const around = {
      ...surroundingsOf(c),
      traceId: traceId ?? call.traceId,
      traceparent: call.traceparent,
    };
    const sampleRate = Number(query.sample_rate);
    const options = Object.fromEntries(
      Object.entries(given(query)).map(([name, value]) => [name, String(value)]),
    );
    const webSocket = settle(await beginStream(around, { bearer, options, sampleRate }));
    // A browser closes the socket unless the answer names one of its protocols.
    const headers = { "sec-websocket-protocol": PROTOCOL };
    return new Response(null, { status: SWITCHING, webSocket, headers });
  },
);

function needUpgrade(): MiddlewareHandler<Rampart> {
  return (c, next) => {
    if (c.req.header("upgrade")?.toLowerCase() === "websocket") return next();
    // The runtime does not send an `Upgrade` header of a Worker, so the message says it.
    throw new Problem(refuse(426, "upgrade_required", "This address speaks WebSocket alone."));
  };
}

/** Gives the bearer of a token, the first time that the token is used. */
async function spendToken(c: Context<Rampart>, offered = ""): Promise<Bearer> {
  const [protocol, token = "", ...more] = offered.split(",").map((one) => one.trim());
  const now = c.get("platform").now();
  const isOne = protocol === PROTOCOL && more.length === 0;
  const read = isOne ? readToken(c.env.API_KEY_MAC_SECRET, token, now) : undefined;
  if (read === undefined) throw new Problem(invalidBearer());
  const { id, ...bearer } = read;
  const isFirst = await spendChallenge(database(c.env), `speech token ${id}`, now);
  if (!isFirst) throw new Problem(invalidBearer());
  return bearer;
}
