/** So much text is compressed at a time. */
const FLUSH_CHARACTERS = 1 << 20;

/**
 * Keeps the plain names and URLs of a feed, compressed. Exports need them: the index has only
 * hashes.
 */
export class TextKeeper {
  private readonly gzip = new CompressionStream("gzip");
  private readonly writer = this.gzip.writable.getWriter();
  private readonly chunks: Promise<ArrayBuffer> = new Response(this.gzip.readable).arrayBuffer();
  private readonly encoder = new TextEncoder();
  private waiting = "";
  private written: Promise<void> = Promise.resolve();
  private last = "";
  count = 0;

  keep = (kind: "domain" | "url", text: string): void => {
    const line = `${kind} ${text}\n`;
    if (line === this.last) return;
    this.last = line;
    this.waiting += line;
    this.count += 1;
    if (this.waiting.length > FLUSH_CHARACTERS) this.flush();
  };

  async finish(): Promise<ArrayBuffer> {
    this.flush();
    await this.written;
    await this.writer.close();
    return this.chunks;
  }

  private flush(): void {
    const bytes = this.encoder.encode(this.waiting);
    this.waiting = "";
    this.written = this.written.then(() => this.writer.write(bytes));
  }
}
