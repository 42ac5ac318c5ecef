import type { EventStream } from "../answer/event-stream.ts";
import { EMBEDDED } from "../caller.ts";
import type { Finding } from "../tools/tool.ts";
import { answerChat, type ChatCall } from "./answer-chat.ts";
import type { Chat } from "./schemas.ts";

/** Sends an answer in the order in which it is made: tools, documents, cards and actions. */
export async function streamChat(
  order: Chat,
  call: Omit<ChatCall, "onFindings">,
  stream: EventStream,
): Promise<void> {
  const onFindings = (findings: readonly Finding[], more: boolean) => {
    if (findings.length === 0) return;
    stream.open();
    for (const { result } of findings) stream.send("tool_result", result);
    for (const [at, { result }] of findings.entries()) {
      const goesOn = more || at + 1 < findings.length;
      stream.send("delta", { text: goesOn ? `${result.evidence} ` : result.evidence });
    }
  };
  const { body, written } = await answerChat(order, { ...call, onFindings });
  stream.begin({ provider: written?.provider ?? EMBEDDED });
  if (written?.interrupted === true) {
    stream.breakOff();
    return;
  }
  for (const card of body.cards) stream.send("card", card);
  for (const action of [...body.actions, ...body.proposed_actions]) stream.send("action", action);
  stream.send("done", body);
}
