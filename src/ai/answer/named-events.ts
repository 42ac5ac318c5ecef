/** How the events of an answer are written for a client. */
export interface EventForm {
  /** Beside the headers of every stream. */
  headers: Record<string, string>;
  write: (event: string, data: unknown) => string;
}

/** Writes each event under its name, with a growing id. */
export class NamedEvents implements EventForm {
  readonly headers = {};
  private id = 0;

  write(event: string, data: unknown): string {
    this.id += 1;
    return `id: ${this.id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
