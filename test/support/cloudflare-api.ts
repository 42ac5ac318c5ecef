import { KINDS, Openssl } from "./openssl.ts";
import { fetchWith, serveTls, type TlsServer } from "./serve-tls.ts";

const BASE = "/client/v4/zones/zone-1/client_certificates";
const JSON_TYPE = { "content-type": "application/json" };

/**
 * The client certificate API of a zone, strictly as documented: a wrong path, token or field is
 * answered with an error. openssl does the work.
 */
export class CloudflareApi implements AsyncDisposable {
  readonly openssl = new Openssl();
  readonly revoked: string[] = [];
  mode: "fine" | "limited" | "other key" | "down" = "fine";
  private server: TlsServer | undefined;
  private made = 0;

  async open(): Promise<this> {
    const { openssl } = this;
    openssl.makeCa();
    openssl.makeCsr("server", KINDS["P-256"] ?? []);
    openssl.write("san.cnf", "subjectAltName=IP:127.0.0.1\n");
    this.sign("server.csr", "server.pem", 10, ["-extfile", "san.cnf"]);
    const cert = openssl.read("server.pem") + openssl.read("ca.pem");
    this.server = await serveTls({ cert, key: openssl.read("server.key") }, ({ request, body }) => {
      const { method = "", url = "", headers } = request;
      return this.answer(`${method} ${url}`, headers.authorization, body);
    });
    return this;
  }

  get url(): string {
    return `${this.server?.url}/client/v4`;
  }

  get fetch(): typeof fetch {
    return fetchWith({ ca: this.openssl.read("root.pem") });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server?.[Symbol.asyncDispose]();
    this.openssl[Symbol.dispose]();
  }

  private answer(what: string, authorization: string | undefined, body: string) {
    if (this.mode === "down") return { status: 502, body: "bad gateway" };
    if (authorization !== "Bearer token-1") return refused(403);
    const [, id] = /^DELETE .*\/client_certificates\/(cert-\d+)$/.exec(what) ?? [];
    if (id !== undefined && what === `DELETE ${BASE}/${id}`) {
      this.revoked.push(id);
      return answered({});
    }
    if (what !== `POST ${BASE}`) return refused(404);
    const { csr, validity_days: days, ...more } = JSON.parse(body) as Record<string, unknown>;
    const fits = typeof csr === "string" && typeof days === "number";
    if (Object.keys(more).length > 0 || !fits) return refused(400);
    if (this.mode === "limited") return refused(429, { "retry-after": "77" });
    this.openssl.write("in.csr", csr);
    this.sign(this.mode === "other key" ? "server.csr" : "in.csr", "leaf.pem", days);
    this.made += 1;
    const certificate = this.openssl.read("leaf.pem");
    return answered({ id: `cert-${this.made}`, certificate, csr, status: "active" });
  }

  private sign(csr: string, out: string, days: number, more: string[] = []): void {
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", String(days)];
    this.openssl.run("x509", "-req", "-in", csr, ...by, ...more, "-out", out);
  }
}

function answered(result: object) {
  const body = JSON.stringify({ success: true, errors: [], messages: [], result });
  return { status: 200, headers: JSON_TYPE, body };
}

function refused(status: number, headers: Record<string, string> = {}) {
  const errors = [{ code: 1000 }];
  const body = JSON.stringify({ success: false, errors, messages: [], result: null });
  return { status, headers: { ...JSON_TYPE, ...headers }, body };
}
