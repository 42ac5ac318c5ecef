/** What a provider spoke; undefined when it broke off. */
export async function audioOf(answer: Response | undefined): Promise<Uint8Array | undefined> {
  const audio = await answer?.arrayBuffer().catch(() => undefined);
  return audio && new Uint8Array(audio);
}
