import { discardBody } from "../../platform/index.ts";
import { callProvider, type Outside } from "./call-provider.ts";
import { bound, type WorkersAi } from "./run-workers-ai.ts";

/** An answer that is no socket is none. */
const BAD_GATEWAY = 502;

/**
 * A line to a model that is talked with, opened under the limits of any other call. Who talks over it
 * tells the breaker how that ended.
 */
export async function openWorkersAi(
  ai: WorkersAi,
  outside: Outside,
  { provider, model }: { provider: string; model: string },
  input: Record<string, unknown>,
): Promise<WebSocket | undefined> {
  let line: WebSocket | undefined;
  const open = bound(async (signal) => {
    const answer = await ai.run(model, input, { websocket: true, signal });
    if (!(answer instanceof Response)) return new Response(null, { status: BAD_GATEWAY });
    const { webSocket } = answer;
    if (webSocket === null) return answer.ok ? refuseBody(answer) : answer;
    if (signal?.aborted === true) hangUp(webSocket);
    else line = webSocket;
    return new Response();
  });
  // As of a stream, the time limit ends when it is there.
  const order = { provider, url: "", init: {}, streamed: true };
  const answer = await callProvider({ ...outside, fetch: open }, order);
  return answer && line;
}

async function refuseBody(answer: Response): Promise<Response> {
  await discardBody(answer);
  return new Response(null, { status: BAD_GATEWAY });
}

/** Nobody waits for it any more; not accepted, it could not be closed. */
function hangUp(line: WebSocket): void {
  line.accept();
  line.close();
}
