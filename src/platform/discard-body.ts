/** Reads no more of another service's answer. One that has broken off already is as good. */
export async function discardBody(answer: Response | undefined): Promise<void> {
  await answer?.body?.cancel().catch(() => undefined);
}
