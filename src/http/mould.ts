/**
 * What answers are copied from: in workerd a header that is copied from another Response costs a
 * fraction of one that is read out of an object, and one that is written a multiple of a look at
 * what was written last (docs/decisions/0003). Who fills it in copies it at once, without a wait
 * between, so that no two requests ever see each other's.
 */
export class Mould {
  private readonly response: Response;
  private readonly headers: Headers;
  private readonly written = new Map<string, string>();

  constructor(headers: Record<string, string>) {
    this.response = new Response(null, { headers });
    ({ headers: this.headers } = this.response);
  }

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
