import { failureOf, isRefusal, type Refusal } from "../../../http/index.ts";
import type { Bearer } from "../mint-token.ts";
import type { Listening } from "../speech.ts";
import { admit, type StreamSurroundings } from "./admit.ts";
import { CLOSE, LOOK_MS } from "./limits.ts";
import { Line } from "./line.ts";
import { payPart, type Open } from "./pay-part.ts";

const BYTES_A_SAMPLE = 2;

interface Order {
  bearer: Bearer;
  options: Listening;
  sampleRate: number;
}

/** Gives the browser's end of a line to the tenant's streaming model, as soon as the line is open. */
export async function beginStream(
  around: StreamSurroundings,
  { bearer, options, sampleRate }: Order,
): Promise<WebSocket | Refusal> {
  const { platform } = around;
  const begun = Promise.withResolvers<WebSocket | Refusal>();
  const open: Open = async (speech) => {
    const provider = await speech.listen?.(options);
    if (provider === undefined) return undefined;
    const { 0: near, 1: far } = new WebSocketPair();
    const line = new Line(far, provider, sampleRate * BYTES_A_SAMPLE, platform.now);
    line.join();
    void watch(line, platform.wait);
    begun.resolve(near);
    return line;
  };
  // This work goes on as long as the line, and that keeps the line alive.
  const refuse = (last: true | Refusal) => {
    if (isRefusal(last)) begun.resolve(last);
  };
  void payAlong(around, bearer, open).then(refuse, begun.reject);
  return begun.promise;
}

/**
 * Pays for the line part by part, and checks before each part that the stream is still admitted. Gives
 * why no part, or no further one, could begin.
 */
async function payAlong(
  around: StreamSurroundings,
  bearer: Bearer,
  open: Open,
): Promise<true | Refusal> {
  let line: Line | undefined;
  const openOnce: Open = async (speech) => (line ??= await open(speech));
  try {
    for (;;) {
      const admitted = await admit(around, bearer);
      const paid = isRefusal(admitted)
        ? admitted
        : await payPart(admitted, line === undefined, openOnce);
      if (isRefusal(paid)) line?.end(codeOf(paid), paid.error);
      if (line === undefined || line.ending !== undefined) return paid;
    }
  } catch (error) {
    if (line === undefined) throw error;
    line.end(CLOSE.broken, "internal_error");
    const { tenantId } = bearer;
    const reason = failureOf(error);
    around.platform.log({ level: "error", event: "voice_stream_broken", tenantId, reason });
    throw error;
  }
}

/** The close code says whether trying again later may help. */
function codeOf({ retryAfterSeconds }: Refusal): number {
  return retryAfterSeconds === undefined ? CLOSE.policy : CLOSE.later;
}

async function watch(line: Line, wait: (ms: number) => Promise<unknown>): Promise<void> {
  try {
    while (line.ending === undefined) {
      await wait(LOOK_MS);
      line.look();
    }
  } catch {
    // Without this watch nobody would end the line in time.
    line.end(CLOSE.broken, "internal_error");
  }
}
