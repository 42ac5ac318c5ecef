/**
 * A prepared Response from which answers are copied. In workerd, copying headers is much cheaper
 * than setting them on a new Response (docs/decisions/0003). Set the headers and copy in one step
 * without `await`: a wait in between could mix the headers of two requests.
 */
export class AnswerTemplate {
  private readonly response: Response;
  readonly headers: Headers;
  private readonly written = new Map<string, string>();

  constructor(headers: Record<string, string>) {
    this.response = new Response(null, { headers });
    ({ headers: this.headers } = this.response);
  }

  /** Writes a header only if it has changed. Not for one that always changes: comparing costs more. */
  set(name: string, value: string): void {
    if (this.written.get(name) === value) return;
    this.written.set(name, value);
    this.headers.set(name, value);
  }

  copy(body: string, status: number): Response {
    const { headers } = this;
    return new Response(body, status === 200 ? this.response : { status, headers });
  }
}
