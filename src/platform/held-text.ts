/** So many pieces are joined into one: a short string takes far more memory than its characters. */
const MOST_PIECES = 1024;

/**
 * Collects text that comes in pieces. However small the pieces are, each character is copied twice at
 * most.
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

  /** Gives the whole text, and is empty then. */
  take(): string {
    const whole = this.joined.join("") + this.pieces.join("");
    this.joined.length = 0;
    this.pieces = [];
    this.length = 0;
    return whole;
  }
}
