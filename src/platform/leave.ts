/** Reads no more of another service's answer. That it has broken off already is no news. */
export async function leave(answer: Response | undefined): Promise<void> {
  await answer?.body?.cancel().catch(() => undefined);
}
