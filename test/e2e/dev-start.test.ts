import { spawnSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MODULES } from "../../src/tenants/gate/modules.ts";
import { toPem } from "../../src/certificates/pem.ts";
import { PERMISSIONS } from "../../src/access/permissions.ts";
import type { Credentials } from "../../scripts/dev/credentials.ts";
import { SECRETS } from "../../scripts/dev/secrets.ts";
import {
  endBy,
  kill,
  npmStart,
  pidOf,
  type Ports,
  type Started,
  twoPorts,
} from "../support/npm-start.ts";
import {
  type ClientCertificate,
  issueClient,
  makeAuthority,
} from "../support/client-certificates.ts";
import { send, type Sent } from "../support/echo.ts";
import { isInstalled } from "../support/is-installed.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { familyOf } from "../support/processes.ts";

const hasCurl = isInstalled("curl");
if (!hasCurl) console.warn("SKIPPED: curl is not installed, the printed calls are untested");

const stateDir = mkdtempSync(join(tmpdir(), "rampart-start-"));
const started: Started[] = [];
let ports: Ports;

function credentials(): Credentials {
  return JSON.parse(readFileSync(join(stateDir, "credentials.json"), "utf8")) as Credentials;
}

async function begin(...args: string[]): Promise<Started> {
  const one = npmStart(stateDir, ports, ...args);
  started.push(one);
  await one.ready;
  expect(one.output()).toContain("Rampart runs");
  // Addresses for people lead somewhere: at the origin itself there is nothing to be seen.
  const pages = ["portal", "docs"].map((page) => `${credentials().baseUrl}/${page}\n`);
  for (const page of pages) expect(one.output()).toContain(page);
  return one;
}

function call(path: string, token?: string, method = "GET"): Promise<Response> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${credentials().baseUrl}${path}`, { method, headers });
}

/** A call over the local TLS front, with a client certificate or without. */
async function throughFront(path: string, sent: Omit<Sent, "ca"> = {}) {
  const ca = readFileSync(credentials().serverCaFile);
  const { status, text } = await send(ports.mtlsPort, path, { ca, ...sent });
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

async function enrol(enrollmentCode: string): Promise<ClientCertificate & { id: string }> {
  const key = await makeKey();
  const { status, body } = await throughFront("/enroll", {
    body: JSON.stringify({ enrollment_code: enrollmentCode, csr_pem: await makeCsr(key) }),
    headers: { "content-type": "application/json" },
    options: { method: "POST" },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ tenant_id: "demo", backend_url: credentials().mtlsUrl });
  const cert = String(body["client_cert_pem"]);
  const leaf = new X509Certificate(cert);
  return { key: toPem("PRIVATE KEY", key.pkcs8), cert, leaf, id: String(body["agent_id"]) };
}

beforeAll(async () => {
  ports = await twoPorts();
});

afterAll(() => {
  started.forEach(kill);
  rmSync(stateDir, { recursive: true, force: true });
});

describe("npm start", () => {
  let first: Started;
  let made: Credentials;

  it("runs and answers through both fronts", async () => {
    first = await begin();
    made = credentials();
    expect((await call("/readyz")).status).toBe(200);
    expect((await throughFront("/readyz")).status).toBe(200);
  });

  it("leaves tokens that work for their own tenants only, with all permissions", async () => {
    expect(made).toMatchObject({
      baseUrl: `http://localhost:${ports.port}`,
      mtlsUrl: `https://localhost:${ports.mtlsPort}`,
      tenantId: "demo",
      otherTenantId: "other",
      internalServiceKey: expect.stringMatching(/^rmp_svc_/),
    });
    const { operatorToken, tenantToken, otherTenantToken } = made;
    const of = async (token: string) =>
      Promise.all(
        ["demo", "other"].map(async (id) => (await call(`/admin/tenants/${id}`, token)).status),
      );
    expect(await of(operatorToken)).toEqual([200, 200]);
    expect(await of(tenantToken)).toEqual([200, 404]);
    expect(await of(otherTenantToken)).toEqual([404, 200]);
    const tokens = (await (await call("/admin/tokens", operatorToken)).json()) as {
      items: { permissions: string[] }[];
    };
    expect(tokens.items.map(({ permissions }) => permissions.length)).toEqual(
      Array.from({ length: 3 }, () => PERMISSIONS.length),
    );
  });

  it("leaves API keys with the expected scopes", async () => {
    const keysOf = async (tenantId: string, token: string) => {
      const answer = await call(`/admin/tenants/${tenantId}/api-keys`, token);
      return ((await answer.json()) as { items: { id: string; scopes: string[] }[] }).items;
    };
    const { apiKey, urlOnlyApiKey, otherApiKey } = made;
    const demo = await keysOf("demo", made.tenantToken);
    const other = await keysOf("other", made.otherTenantToken);
    const scopesOf = (key: string) =>
      [...demo, ...other].find(({ id }) => key.startsWith(`rmp_live_${id}`))?.scopes;
    expect(demo).toHaveLength(2);
    expect(scopesOf(apiKey)).toEqual(MODULES);
    expect(scopesOf(urlOnlyApiKey)).toEqual(["urlsearch"]);
    expect(scopesOf(otherApiKey)).toEqual(MODULES);
  });

  it("leaves sign-in links that work once", async () => {
    const { operator, demo } = made.portalSignIn;
    for (const link of [operator, demo]) {
      const press = () =>
        fetch(link, {
          method: "POST",
          redirect: "manual",
          headers: { "sec-fetch-site": "same-origin" },
        });
      const first = await press();
      expect(first.status).toBe(303);
      expect(first.headers.get("set-cookie")).toContain("__Host-");
      expect((await press()).status).toBe(410);
    }
  });

  it("lets an agent enrol and call through the front, by its certificate alone", async () => {
    const certificate = await enrol(made.enrollmentCode);
    const me = await throughFront("/agents/me", { certificate });
    expect(me).toMatchObject({ status: 200, body: { agent_id: certificate.id } });
    const { leaf } = certificate;
    const known = `:${leaf.raw.toString("base64")}:`;
    const forged = { tlsClientAuth: { certPresented: "1", certRevoked: "0", certRFC9440: known } };
    const stranger = await issueClient((await makeAuthority("Stranger")).issuing);
    const told = async (sent: Omit<Sent, "ca">) => {
      const { status, body } = await throughFront("/agents/me", sent);
      return [status, body["error"]];
    };
    expect(await told({})).toEqual([401, "client_certificate_required"]);
    expect(await told({ headers: { "MF-CF-Blob": JSON.stringify(forged) } })).toEqual([
      401,
      "client_certificate_required",
    ]);
    expect(await told({ certificate: stranger })).toEqual([401, "certificate_untrusted"]);
    appendFileSync(join(stateDir, "tls/revoked.txt"), `${leaf.serialNumber}\n`);
    expect(await told({ certificate })).toEqual([401, "certificate_revoked"]);
  });

  it("prints the addresses, the credentials and five calls, and no root secret", () => {
    const text = first.output();
    const { portalSignIn, ...rest } = made;
    for (const value of Object.values({ ...rest, ...portalSignIn })) expect(text).toContain(value);
    expect(text.match(/^ {2}curl .*$/gm)).toHaveLength(5);
    const secrets = parseEnv(readFileSync(join(stateDir, "secrets.env"), "utf8"));
    for (const { names } of SECRETS) {
      for (const name of names) {
        expect(secrets[name]).toBeTruthy();
        expect(text).not.toContain(secrets[name]);
      }
    }
  });

  it.skipIf(!hasCurl)("prints two look-ups, one of which answers malicious and one clean", () => {
    const calls = first.output().match(/^ {2}curl .*\/api\/v1\/.*$/gm) ?? [];
    const answers = calls.map((line) => {
      const { stdout } = spawnSync("sh", ["-c", `${line} --silent`], { encoding: "utf8" });
      return (JSON.parse(stdout) as { disposition: string }).disposition;
    });
    expect(answers).toEqual(["malicious", "clean"]);
  });

  it("keeps secret files readable by their owner only, and an agent CA whose key fits", () => {
    for (const name of ["credentials.json", "secrets.env", "worker.log", "tls/server-key.pem"]) {
      expect(statSync(join(stateDir, name)).mode & 0o077, name).toBe(0);
    }
    const secrets = parseEnv(readFileSync(join(stateDir, "secrets.env"), "utf8"));
    const chain = secrets["AGENT_CA_CHAIN"] ?? "";
    const [issuing, root] = chain
      .split(/(?<=-----END CERTIFICATE-----)\s*/)
      .filter((pem) => pem !== "")
      .map((pem) => new X509Certificate(pem));
    expect(issuing?.checkPrivateKey(createPrivateKey(secrets["AGENT_CA_KEY"] ?? ""))).toBe(true);
    expect(root !== undefined && issuing?.verify(root.publicKey)).toBe(true);
    expect(readFileSync(join(stateDir, "tls/agent-ca.pem"), "utf8")).toBe(chain);
  });

  it("refuses a second start on the same ports in one line", async () => {
    const second = npmStart(`${stateDir}-second`, ports);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(new RegExp(`^Port ${ports.port} is taken: .*$`, "m"));
    expect(() => statSync(`${stateDir}-second`)).toThrow();
  });

  it("refuses a second start on the same state in one line", async () => {
    const second = npmStart(stateDir, await twoPorts());
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^The state directory .* is in use by process \d+: .*$/m);
    expect((await call("/readyz")).status).toBe(200);
  });

  it("leaves no process behind on Ctrl-C", async () => {
    const npm = pidOf(first);
    expect(familyOf(npm).length).toBeGreaterThan(3);
    expect(await endBy(first, "SIGINT", -npm)).toEqual([]);
    await expect(call("/healthz")).rejects.toThrow();
  });

  it("starts again with the same credentials, secrets and feeds, and ends on SIGINT to npm", async () => {
    rmSync(join(stateDir, "worker/v3/r2"), { recursive: true });
    const secrets = readFileSync(join(stateDir, "secrets.env"), "utf8");
    const again = await begin();
    const { portalSignIn, ...kept } = made;
    expect(credentials()).toMatchObject(kept);
    expect(credentials().portalSignIn.operator).not.toBe(portalSignIn.operator);
    expect(readFileSync(join(stateDir, "secrets.env"), "utf8")).toBe(secrets);
    const verdict = await call("/admin/intel/explain?value=203.0.113.10", made.operatorToken);
    expect(await verdict.json()).toMatchObject({ verdict: { disposition: "malicious" } });
    expect(await endBy(again, "SIGINT", pidOf(again))).toEqual([]);
  });

  it("begins anew with --fresh, and ends on SIGTERM to npm", async () => {
    const fresh = await begin("--fresh");
    expect(credentials().operatorToken).not.toBe(made.operatorToken);
    expect((await call("/admin/tenants", made.operatorToken)).status).toBe(401);
    expect((await call("/admin/tenants", credentials().operatorToken)).status).toBe(200);
    expect(await endBy(fresh, "SIGTERM", pidOf(fresh))).toEqual([]);
  });

  it("ends on SIGHUP to npm", async () => {
    const again = await begin();
    expect(await endBy(again, "SIGHUP", pidOf(again))).toEqual([]);
  });

  it("leaves no process behind when it is killed itself", async () => {
    const again = await begin();
    const starter = Number(readFileSync(join(stateDir, "lock"), "utf8"));
    expect(familyOf(pidOf(again))).toContain(starter);
    expect(await endBy(again, "SIGKILL", starter)).toEqual([]);
  });
});
