/** Drops the rest of another service's answer; it does not matter if that has failed already. */
export async function discardBody(answer: Response | undefined): Promise<void> {
  await answer?.body?.cancel().catch(() => undefined);
}
