import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepServerCertificate, SERVER_CA } from "../../scripts/dev/keep-server-certificate.ts";
import { type RunningWorker, spawnWorker } from "../../scripts/dev/run-worker.ts";
import { type Front, openFront } from "../../scripts/dev/tls-front.ts";
import { ExtendedKeyUsage } from "../../scripts/dev/x509.ts";
import {
  type Authority,
  type ClientCertificate,
  issueClient,
  makeAuthority,
} from "../support/client-certificates.ts";
import { type Echo, send, type Sent } from "../support/echo.ts";
import { freePort } from "../support/free-port.ts";

const run = promisify(execFile);
const CONFIG = "test/support/echo-worker/wrangler.toml";

const folder = mkdtempSync(join(tmpdir(), "rampart-front-"));
let worker: RunningWorker;
let workerPort: number;
let front: Front;
let ca: Buffer;
let known: Authority;
let unknown: Authority;

beforeAll(async () => {
  workerPort = await freePort();
  const started = spawnWorker({
    config: CONFIG,
    port: workerPort,
    stateDir: folder,
    logFile: join(folder, "worker.log"),
    shownLog: "worker.log",
    readyPath: "/",
  });
  worker = started;
  [known, unknown] = await Promise.all([makeAuthority("Known"), makeAuthority("Unknown")]);
  const server = await keepServerCertificate(folder);
  ca = readFileSync(join(folder, SERVER_CA));
  front = await openFront({
    port: 0,
    upstreamPort: workerPort,
    server,
    clientCa: known.chain,
    revokedFile: join(folder, "revoked.txt"),
  });
  await started.ready();
});

afterAll(async () => {
  await front?.close();
  await worker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function echo(sent: Partial<Sent> = {}): Promise<Echo> {
  const { status, text } = await send(front.port, "/echo?a=1", { ca, ...sent });
  expect(status).toBe(200);
  return JSON.parse(text) as Echo;
}

async function auth(sent: Partial<Sent> = {}): Promise<Record<string, unknown>> {
  return (await echo(sent)).cf.tlsClientAuth;
}

describe("the fields of a client certificate that the Worker gets", () => {
  it("are empty without a certificate", async () => {
    expect(await auth()).toEqual({
      certPresented: "0",
      certVerified: "NONE",
      certRevoked: "0",
      certIssuerDN: "",
      certSubjectDN: "",
      certIssuerDNRFC2253: "",
      certSubjectDNRFC2253: "",
      certIssuerDNLegacy: "",
      certSubjectDNLegacy: "",
      certSerial: "",
      certIssuerSerial: "",
      certSKI: "",
      certIssuerSKI: "",
      certFingerprintSHA1: "",
      certFingerprintSHA256: "",
      certNotBefore: "",
      certNotAfter: "",
      certRFC9440: "",
      certRFC9440TooLarge: false,
      certChainRFC9440: "",
      certChainRFC9440TooLarge: false,
    });
  });

  it("describe a valid certificate in the edge's formats", async () => {
    const certificate = await issueClient(known.issuing, {
      subject: "C=DE, O=Müller\\, Söhne, CN=agent 1",
    });
    const { leaf } = certificate;
    const told = await auth({ certificate });
    expect(told).toEqual({
      certPresented: "1",
      certVerified: "SUCCESS",
      certRevoked: "0",
      certIssuerDN: "CN=Known Issuing,O=Known,C=ES",
      certSubjectDN: "CN=agent 1,O=M\\C3\\BCller\\, S\\C3\\B6hne,C=DE",
      certIssuerDNRFC2253: "CN=Known Issuing,O=Known,C=ES",
      certSubjectDNRFC2253: "CN=agent 1,O=M\\C3\\BCller\\, S\\C3\\B6hne,C=DE",
      certIssuerDNLegacy: "/C=ES/O=Known/CN=Known Issuing",
      certSubjectDNLegacy: "/C=DE/O=M\\xC3\\xBCller, S\\xC3\\xB6hne/CN=agent 1",
      certSerial: leaf.serialNumber,
      certIssuerSerial: known.issuing.certificate.serialNumber.toUpperCase(),
      certSKI: expect.stringMatching(/^[0-9A-F]{40}$/),
      certIssuerSKI: expect.stringMatching(/^[0-9A-F]{40}$/),
      certFingerprintSHA1: leaf.fingerprint.replaceAll(":", "").toLowerCase(),
      certFingerprintSHA256: leaf.fingerprint256.replaceAll(":", "").toLowerCase(),
      certNotBefore: expect.stringMatching(/^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} GMT$/),
      certNotAfter: leaf.validTo,
      certRFC9440: `:${leaf.raw.toString("base64")}:`,
      certRFC9440TooLarge: false,
      certChainRFC9440: "",
      certChainRFC9440TooLarge: false,
    });
    expect(told["certSKI"]).not.toBe(told["certIssuerSKI"]);
  });

  it("hold the intermediates that the client sent, and only those", async () => {
    const certificate = await issueClient(known.issuing);
    const { chain } = known;
    const [issuing = ""] = chain.split("-----END CERTIFICATE-----\n").map((pem) => pem.trim());
    const base64 = issuing.split("\n").slice(1).join("");
    const told = await auth({ certificate, chain: `${issuing}\n-----END CERTIFICATE-----\n` });
    expect(told["certVerified"]).toBe("SUCCESS");
    expect(told["certChainRFC9440"]).toBe(`:${base64}:`);
  });

  it.each([
    [
      "of an unknown authority",
      () => issueClient(unknown.issuing),
      "unable to verify the first certificate",
    ],
    [
      "that has expired",
      () => issueClient(known.issuing, { validFrom: -60 }),
      "certificate has expired",
    ],
    [
      "of tomorrow",
      () => issueClient(known.issuing, { validFrom: 1 }),
      "certificate is not yet valid",
    ],
    ["signed by itself", () => issueClient(undefined), "self signed certificate"],
    [
      "made for servers",
      () => issueClient(known.issuing, { usage: ExtendedKeyUsage.serverAuth }),
      "unsupported certificate purpose",
    ],
    [
      "of an unknown authority that has expired too",
      () => issueClient(unknown.issuing, { validFrom: -60 }),
      "unable to verify the first certificate",
    ],
  ])("give the reason why a certificate %s fails, and the certificate", async (_, make, reason) => {
    const certificate = await make();
    const told = await auth({ certificate });
    expect(told["certVerified"]).toBe(`FAILED:${reason}`);
    expect(told["certPresented"]).toBe("1");
    expect(told["certRFC9440"]).toBe(`:${certificate.leaf.raw.toString("base64")}:`);
  });

  it("say FAILED for a certificate whose unknown issuer the client sent along", async () => {
    const certificate = await issueClient(unknown.issuing, { validFrom: -60 });
    const told = await auth({ certificate, chain: unknown.chain });
    expect(told["certVerified"]).toMatch(/^FAILED:(?!certificate has expired)/);
    expect(told["certIssuerSerial"]).toBe(unknown.issuing.certificate.serialNumber.toUpperCase());
  });

  it("say that a large certificate has been left out", async () => {
    const certificate = await issueClient(known.issuing, { names: 70 });
    const told = await auth({ certificate });
    expect(told["certVerified"]).toBe("SUCCESS");
    expect(told["certRFC9440TooLarge"]).toBe(true);
    expect(told["certRFC9440"]).toBe("");
  });

  it("say that a certificate is revoked as soon as its serial is in the file", async () => {
    const certificate = await issueClient(known.issuing);
    const file = join(folder, "revoked.txt");
    const before = readFileSync(file, "utf8");
    expect((await auth({ certificate }))["certRevoked"]).toBe("0");
    const serial = certificate.leaf.serialNumber.toLowerCase().match(/../g)?.join(":");
    writeFileSync(file, `${before}${serial} # lost laptop\n`);
    const told = await auth({ certificate });
    expect(told["certRevoked"]).toBe("1");
    expect(told["certVerified"]).toBe("SUCCESS");
    writeFileSync(file, before);
    expect((await auth({ certificate }))["certRevoked"]).toBe("0");
  });

  it.each([
    ["on every request of one connection", { keepAlive: true, maxSockets: 1 }],
    ["when a client would resume its session", { keepAlive: false, maxCachedSessions: 10 }],
    ["over TLS 1.2", { maxVersion: "TLSv1.2" as const }],
  ])("are the same %s", async (_, settings) => {
    const certificate = await issueClient(known.issuing);
    const agent = new Agent(settings);
    const options = { agent };
    const first = await auth({ certificate, chain: known.chain, options });
    expect(await auth({ certificate, chain: known.chain, options })).toEqual(first);
    expect(first["certVerified"]).toBe("SUCCESS");
    expect(first["certChainRFC9440"]).toMatch(/^:[^:]+:, :[^:]+:$/);
    agent.destroy();
  });
});

describe("the local TLS front", () => {
  it("passes on method, path, body and the client's own headers", async () => {
    const told = await echo({
      body: "hello",
      headers: { "x-mine": "1", "content-type": "text/plain" },
      options: { method: "PATCH" },
    });
    expect(told).toMatchObject({
      method: "PATCH",
      path: "/echo?a=1",
      body: "hello",
      headers: { "x-mine": "1", host: `localhost:${front.port}` },
    });
  });

  it("passes on no header that only the edge or the runtime may set", async () => {
    const forged = JSON.stringify({
      tlsClientAuth: { certPresented: "1", certVerified: "SUCCESS" },
    });
    const told = await echo({
      headers: {
        "MF-CF-Blob": forged,
        "mf-original-url": "http://elsewhere.test/",
        "cf-connecting-ip": "203.0.113.9",
        "x-forwarded-proto": "http",
      },
    });
    expect(told.cf.tlsClientAuth).toMatchObject({ certPresented: "0", certVerified: "NONE" });
    expect(told.path).toBe("/echo?a=1");
    expect(told.headers["cf-connecting-ip"]).toBe("127.0.0.1");
    expect(told.headers["x-forwarded-proto"]).toBe("https");
  });

  it("keeps its own headers though a client names them in Connection", async () => {
    const told = await echo({ headers: { connection: "close, mf-cf-blob, cf-connecting-ip" } });
    expect(told.cf.tlsClientAuth["certPresented"]).toBe("0");
    expect(told.headers["cf-connecting-ip"]).toBe("127.0.0.1");
  });

  it("passes on an answer piece by piece, with a long pause between them", async () => {
    const pieces: { text: string; at: number }[] = [];
    const asked = Date.now();
    await new Promise<void>((done, fail) => {
      const options = { host: "127.0.0.1", servername: "localhost", port: front.port, ca };
      request({ ...options, path: "/stream?ms=2500", agent: false }, (response) => {
        response
          .setEncoding("utf8")
          .on("data", (text: string) => pieces.push({ text, at: Date.now() }));
        response.on("end", done);
      })
        .on("error", fail)
        .end();
    });
    expect(pieces.map(({ text }) => text)).toEqual(["first\n", "second\n"]);
    const [first = 0, second = 0] = pieces.map(({ at }) => at);
    expect(second - asked).toBeGreaterThan(2_400);
    // A busy machine reads the first piece late, which shortens the pause as it is seen from here.
    expect(second - first).toBeGreaterThan(500);
  });

  it("passes on a large body both ways", async () => {
    const body = "x".repeat(3_000_000);
    expect((await echo({ body, options: { method: "POST" } })).body).toHaveLength(body.length);
  });

  it.each([
    "/cdn-cgi/local/scheduled",
    "/x/../cdn-cgi/local/scheduled",
    "/cdn-cgi\\local\\scheduled",
    "http://localhost/cdn-cgi/local/scheduled",
    "HTTPS://elsewhere.test:1/./cdn-cgi/local/scheduled",
  ])("404 for the local runtime's own tools: %s", async (target) => {
    const { status } = await send(front.port, target, { ca });
    expect(status).toBe(404);
  });

  it("accepts a whole URL as the target, as a proxy would send it", async () => {
    const { status, text } = await send(front.port, "https://localhost/echo?a=1", { ca });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ path: "/echo?a=1" });
  });

  it.each(["*:99999999", "*", "http://localhost:99999999/", "ftp://localhost/"])(
    "400 for a target that is no URL: %s",
    async (target) => {
      const { status } = await send(front.port, target, { ca });
      expect(status).toBe(400);
      expect((await echo()).path).toBe("/echo?a=1");
    },
  );
});

describe("the Worker without the front", () => {
  it("takes the certificate header from anybody by plain HTTP on loopback", async () => {
    const forged = JSON.stringify({
      clientAcceptEncoding: "",
      tlsClientAuth: { certPresented: "1" },
    });
    const response = await fetch(`http://127.0.0.1:${workerPort}/`, {
      headers: { "MF-CF-Blob": forged },
    });
    const told = (await response.json()) as Echo;
    expect(told.cf.tlsClientAuth).toEqual({ certPresented: "1" });
  });
});

async function isThere(program: string, ...version: string[]): Promise<boolean> {
  const there = await run(program, version).then(
    () => true,
    () => false,
  );
  if (!there) console.warn(`${program} is not installed: its check of the TLS front is skipped.`);
  return there;
}

const hasCurl = await isThere("curl", "--version");
const hasOpenssl = await isThere("openssl", "version");

async function writeIdentity(name: string, { key, cert }: ClientCertificate) {
  const [keyFile, certFile] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  writeFileSync(keyFile, key);
  writeFileSync(certFile, cert);
  return { keyFile, certFile };
}

const identities: [
  name: string,
  make: () => Promise<ClientCertificate | null>,
  verified: string,
][] = [
  ["none", async () => null, "NONE"],
  ["valid", () => issueClient(known.issuing), "SUCCESS"],
  ["unknown", () => issueClient(unknown.issuing), "FAILED:unable to verify the first certificate"],
  [
    "expired",
    () => issueClient(known.issuing, { validFrom: -60 }),
    "FAILED:certificate has expired",
  ],
];

describe.skipIf(!hasCurl)("curl", () => {
  it.each(identities)(
    "has the expected certVerified with a certificate: %s",
    async (name, make, verified) => {
      const certificate = await make();
      const url = `https://localhost:${front.port}/echo`;
      const args = ["-sS", "--cacert", join(folder, SERVER_CA)];
      if (certificate !== null) {
        const { keyFile, certFile } = await writeIdentity(`curl-${name}`, certificate);
        args.push("--key", keyFile, "--cert", certFile);
      }
      const { stdout } = await run("curl", [...args, url]);
      expect((JSON.parse(stdout) as Echo).cf.tlsClientAuth["certVerified"]).toBe(verified);
    },
  );
});

describe.skipIf(!hasOpenssl)("openssl s_client", () => {
  it.each(identities)(
    "has the expected certVerified with a certificate: %s",
    async (name, make, verified) => {
      const certificate = await make();
      const args = ["s_client", "-connect", `127.0.0.1:${front.port}`, "-servername", "localhost"];
      args.push("-CAfile", join(folder, SERVER_CA), "-verify_return_error", "-quiet");
      if (certificate !== null) {
        const { keyFile, certFile } = await writeIdentity(`openssl-${name}`, certificate);
        args.push("-key", keyFile, "-cert", certFile);
      }
      const call = run("openssl", args);
      call.child.stdin?.end("GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      const { stdout } = await call;
      const body = stdout.slice(stdout.indexOf("{"), stdout.lastIndexOf("}") + 1);
      expect((JSON.parse(body) as Echo).cf.tlsClientAuth["certVerified"]).toBe(verified);
    },
  );
});
