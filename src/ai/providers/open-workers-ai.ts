import { discardBody } from "../../platform/index.ts";
import { callProvider, type Outside } from "./call-provider.ts";
import { bound, type WorkersAi } from "./run-workers-ai.ts";

/** The status for an answer that is no socket. */
const BAD_GATEWAY = 502;

/**
 * Opens a socket to a model that is talked with, under the limits of any other call. The code that uses
 * it tells the breaker how it ended.
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
  // As with a stream, the time limit is only for opening it.
  const order = { provider, url: "", init: {}, streamed: true };
  const answer = await callProvider({ ...outside, fetch: open }, order);
  return answer && line;
}

async function refuseBody(answer: Response): Promise<Response> {
  await discardBody(answer);
  return new Response(null, { status: BAD_GATEWAY });
}

/** Closes a socket for which nobody waits any more. It must be accepted before it can be closed. */
function hangUp(line: WebSocket): void {
  line.accept();
  line.close();
}
