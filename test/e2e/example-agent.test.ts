import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Agent } from "../../examples/agent/agent.ts";
import { KINDS, Openssl } from "../support/openssl.ts";
import { serveTls, type TlsServer } from "../support/serve-tls.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, the example agent is untested");

describe.skipIf(!exists)("the example agent, refused", () => {
  const openssl = new Openssl();
  const stateDir = mkdtempSync(join(tmpdir(), "rampart-agent-"));
  const requests: string[] = [];
  let server: TlsServer;
  let says: { status: number; wait?: number; error: string; action: string };

  beforeAll(async () => {
    openssl.makeCa();
    openssl.makeCsr("server", KINDS["P-256"] ?? []);
    openssl.write("san.cnf", "subjectAltName=IP:127.0.0.1\n");
    const by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "1"];
    const how = [...by, "-extfile", "san.cnf", "-out", "server.pem"];
    openssl.run("x509", "-req", "-in", "server.csr", ...how);
    const tls = { cert: openssl.read("server.pem"), key: openssl.read("server.key") };
    server = await serveTls(tls, ({ request, body }) => {
      requests.push(`${request.url} ${body}`);
      const { status, wait, error, action } = says;
      const headers = wait === undefined ? {} : { "retry-after": String(wait) };
      return { status, headers, body: JSON.stringify({ statusCode: status, error, action }) };
    });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    openssl[Symbol.dispose]();
    rmSync(stateDir, { recursive: true, force: true });
  });

  it("waits as long as it is told, repeats itself with the same key, and stops when told to", async () => {
    const agent = new Agent({
      baseUrl: server.url,
      stateDir,
      enrollmentCode: "rmp_enr_x",
      serverCa: openssl.read("root.pem"),
      version: "1.0.0",
      log: () => undefined,
    });
    for (const [status, wait] of [
      [503, 44],
      [429, 91],
    ] as const) {
      says = { status, wait, error: "overloaded", action: "retry_later" };
      expect(await agent.turn()).toEqual({ waitS: wait });
    }
    // Signatures differ from time to time, and with them the length at the very beginning.
    const keys = requests.map((each) => /ADBZMBMG[^"]{80}/.exec(each)?.[0]);
    expect(keys[0]).toBeDefined();
    expect(keys[0]).toBe(keys[1]);
    says = { status: 401, error: "code_revoked", action: "stop" };
    expect(await agent.turn()).toEqual({ stop: "code_revoked" });
  });
});
