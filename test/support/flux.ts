import * as z from "zod";
import type { WorkersAi } from "../../src/ai/providers/run-workers-ai.ts";
import { aWorkersAi } from "./workers-ai.ts";

/** What the types of the binding name for `@cf/deepgram/flux`: text all of it. */
const input = z.strictObject({
  encoding: z.literal("linear16"),
  sample_rate: z.string().regex(/^\d+$/),
  eot_threshold: z.string().optional(),
  eager_eot_threshold: z.string().optional(),
  eot_timeout_ms: z.string().optional(),
  keyterm: z.string().optional(),
});

export interface FluxSide {
  /** The provider's end of the line. */
  socket: WebSocket;
  input: Record<string, unknown>;
  /** Bytes of audio that reached it, text as it came, and how it was closed. */
  heard: number;
  texts: string[];
  closed: { code: number; reason: string } | undefined;
}

type Manner = (side: FluxSide, data: ArrayBuffer | string) => void;

/** An update for what comes, and at `CloseStream` the end without a code, as Deepgram describes it. */
export const polite: Manner = ({ socket }, data) => {
  if (typeof data === "string") socket.close();
  else socket.send(JSON.stringify({ type: "TurnInfo", event: "Update", transcript: "Hello" }));
};

/**
 * Workers AI with Flux, as the binding opens it: an answer 101 with a socket, or a refusal that is
 * not thrown. `instead` is what comes in the place of a socket.
 */
export function aFlux(manner: Manner = polite, instead?: () => unknown) {
  const sides: FluxSide[] = [];
  const { binding } = aWorkersAi("Hello");
  const run: WorkersAi["run"] = async (model, given, options) => {
    if (options.websocket !== true) return binding.run(model, given, options);
    if (model !== "@cf/deepgram/flux") return new Response(null, { status: 400 });
    if (!input.safeParse(given).success) return new Response(null, { status: 400 });
    if (instead !== undefined) return instead();
    const [near, far] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    const side: FluxSide = { socket: far, input: given, heard: 0, texts: [], closed: undefined };
    far.binaryType = "arraybuffer";
    far.addEventListener("message", ({ data }) => {
      if (typeof data === "string") side.texts.push(data);
      else side.heard += (data as ArrayBuffer).byteLength;
      manner(side, data as ArrayBuffer | string);
    });
    far.addEventListener("close", ({ code, reason }) => {
      side.closed ??= { code, reason };
    });
    far.accept();
    far.send(JSON.stringify({ type: "Connected", sequence_id: 0 }));
    sides.push(side);
    return new Response(null, { status: 101, webSocket: near });
  };
  return { sides, binding: { ...binding, run } };
}
