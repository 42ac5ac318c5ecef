const PIECE = 64 * 1024;
const MOST = 64 * 1024 * 1024;

/** Makes an answer that goes on and on; `given` is how much of it was read. */
export function endlessBody() {
  const seen = { given: 0, isLet: false };
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        seen.given += PIECE;
        if (seen.given > MOST) controller.close();
        else controller.enqueue(new Uint8Array(PIECE).fill(0x20));
      },
      cancel() {
        seen.isLet = true;
      },
    });
  return { seen, body };
}
