export type UiChunk = { type: string } & Record<string, unknown>;

/** Reads the chunks of AI SDK's UI message stream, and checks that it says when it is done. */
export function uiChunksOf(stream: string): UiChunk[] {
  const lines = stream.split("\n\n").filter((line) => line.startsWith("data: "));
  if (lines.pop() !== "data: [DONE]") throw new Error("the stream does not say that it is done");
  return lines.map((line) => JSON.parse(line.slice("data: ".length)) as UiChunk);
}
