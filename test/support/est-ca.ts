import { KINDS, Openssl } from "./openssl.ts";
import { fetchWith, serveTls, type TlsServer } from "./serve-tls.ts";

const PKCS7 = { "content-type": "application/pkcs7-mime; smime-type=certs-only" };
const DOWN = { status: 503, headers: { "retry-after": "45" }, body: "maintenance" };

/** A company CA that speaks RFC 7030 over mutual TLS; openssl does the work. */
export class EstCa implements AsyncDisposable {
  readonly openssl = new Openssl();
  readonly asked: string[] = [];
  mode: "chain" | "leaf only" | "pending" | "refuses" | "other key" | "garbage" | "down" = "chain";
  private server: TlsServer | undefined;

  async open(): Promise<this> {
    const { openssl } = this;
    openssl.makeCa();
    for (const name of ["server", "rampart"]) {
      openssl.makeCsr(name, KINDS["P-256"] ?? []);
      openssl.write("san.cnf", "subjectAltName=IP:127.0.0.1\n");
      const by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "10"];
      const how = [...by, "-extfile", "san.cnf", "-out", `${name}.pem`];
      openssl.run("x509", "-req", "-in", `${name}.csr`, ...how);
    }
    const tls = {
      cert: openssl.read("server.pem"),
      key: openssl.read("server.key"),
      ca: openssl.read("root.pem"),
      requestCert: true,
      rejectUnauthorized: true,
    };
    this.server = await serveTls(tls, ({ request, body, peer }) => {
      const { method, url = "", headers } = request;
      this.asked.push(`${peer} ${method} ${url} ${headers["content-type"] ?? ""}`.trim());
      return this.answer(url, body);
    });
    return this;
  }

  get url(): string {
    return `${this.server?.url}/.well-known/est/agents`;
  }

  /** A fetch like a Worker's mTLS binding: it has the certificate by which the CA knows us. */
  get fetch(): typeof fetch {
    const { openssl } = this;
    return fetchWith({
      ca: openssl.read("root.pem"),
      cert: openssl.read("rampart.pem"),
      key: openssl.read("rampart.key"),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server?.[Symbol.asyncDispose]();
    this.openssl[Symbol.dispose]();
  }

  private answer(url: string, body: string) {
    if (this.mode === "down") return DOWN;
    if (url.endsWith("/cacerts")) return { status: 200, headers: PKCS7, body: this.ca() };
    switch (this.mode) {
      case "pending":
        return { status: 202, headers: { "retry-after": "120" } };
      case "refuses":
        return { status: 403, body: "no" };
      case "garbage":
        return { status: 200, headers: PKCS7, body: "AAAA" };
      case "other key":
        return { status: 200, headers: PKCS7, body: this.pkcs7("server.pem") };
      default:
        return this.enroll(body);
    }
  }

  private ca(): string {
    return this.pkcs7("root.pem", "ca.pem");
  }

  private pkcs7(...names: string[]): string {
    const files = names.flatMap((name) => ["-certfile", name]);
    this.openssl.run("crl2pkcs7", "-nocrl", ...files, "-outform", "DER", "-out", "answer.p7");
    return this.openssl.run("base64", "-in", "answer.p7");
  }

  private enroll(csr: string) {
    const { openssl } = this;
    openssl.write("in.b64", csr);
    openssl.run("base64", "-d", "-in", "in.b64", "-out", "in.der");
    openssl.write("client.cnf", "extendedKeyUsage=clientAuth\n");
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "20"];
    const how = [...by, "-extfile", "client.cnf", "-out", "leaf.pem"];
    openssl.run("x509", "-req", "-inform", "DER", "-in", "in.der", ...how);
    const names = this.mode === "chain" ? ["root.pem", "leaf.pem", "ca.pem"] : ["leaf.pem"];
    return {
      status: 200,
      headers: { ...PKCS7, "content-transfer-encoding": "base64" },
      body: this.pkcs7(...names),
    };
  }
}
