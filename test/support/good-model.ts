/**
 * A model that does as this service's prompt says: it quotes the sentence that has most of the
 * question's words and cites its place, and refuses if none has enough of them.
 */
export async function aGoodModel(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { model, messages } = await new Request(input, init).json<Asked>();
  const content = messages.find(({ role }) => role === "user")?.content ?? "";
  const documents = [...content.matchAll(/<(DATA-\w+) number="(\d+)">\n([\s\S]*?)\n<\/\1>/g)];
  const question = wordsOf(content.slice(content.lastIndexOf("</DATA-")).replace(/^[^\n]*/, ""));
  const best = documents
    .flatMap(([, , number, text = ""]) =>
      text.split(/(?<=[.?!])\s+/).map((sentence) => ({ number, sentence })),
    )
    .filter(({ sentence }) => !ORDERS.test(sentence))
    .map((one) => ({ ...one, shared: wordsOf(one.sentence).filter((w) => question.includes(w)) }))
    .sort((a, b) => b.shared.length - a.shared.length)[0];
  const said =
    best === undefined || best.shared.length < 2
      ? "The documents do not say."
      : best.sentence.replace(/[.?!]$/, ` [${best.number}].`);
  return Response.json({
    model,
    choices: [{ message: { role: "assistant", content: said } }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

const ORDERS = /forget|olvida|repeat|termina con|answer only|contesta solo/i;

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length > 3);
}

interface Asked {
  model: string;
  messages: { role: string; content: string }[];
}
