/** Joined so many at a time, since each piece that is held costs far more than its characters. */
const MOST_PIECES = 1024;

/**
 * Text that comes in pieces and is read once it is whole. A server may make its pieces as small as
 * it likes: each character is copied twice at most.
 */
export class HeldText {
  private readonly joined: string[] = [];
  private pieces: string[] = [];
  length = 0;

  add(piece: string): void {
    if (piece === "") return;
    this.length += piece.length;
    this.pieces.push(piece);
    if (this.pieces.length < MOST_PIECES) return;
    this.joined.push(this.pieces.join(""));
    this.pieces = [];
  }

  /** All of it; nothing is held then. */
  take(): string {
    const whole = this.joined.join("") + this.pieces.join("");
    this.joined.length = 0;
    this.pieces = [];
    this.length = 0;
    return whole;
  }
}
