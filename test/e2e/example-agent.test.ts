import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Agent } from "../../examples/agent/agent.ts";
import { describeMachine } from "../../examples/agent/machine.ts";
import { KINDS, Openssl } from "../support/openssl.ts";
import { serveTls, type TlsServer } from "../support/serve-tls.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, the example agent is untested");

const DAY_MS = 86_400_000;

interface Said {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

describe.skipIf(!exists)("the example agent", () => {
  const openssl = new Openssl();
  let stateDir: string;
  let agent: Agent;
  let requests: string[];
  let logged: string[];
  let server: TlsServer;
  /** The server's answers, by the path that is asked for without the agent's id. */
  let says: Record<string, (body: string, peer: string) => Said>;

  const json = (status: number, body: object, headers = {}): Said => ({
    status,
    headers,
    body: JSON.stringify(body),
  });
  const refusal = (status: number, error: string, action: string, headers = {}) =>
    json(status, { statusCode: status, error, action }, headers);
  const policy = { policy: { id: "p", revision: 1, checkin_interval_s: 60 } };
  const portal = { status: 200, body: "<html>Please sign in</html>" };
  const kept = (name: string) => readFileSync(join(stateDir, name), "utf8");

  /** A certificate for the request's key, that bears this name. */
  function issue(body: string, name: string): Said {
    const { csr_pem } = JSON.parse(body) as { csr_pem: string };
    openssl.write("agent.csr", csr_pem);
    const by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "1"];
    const how = [...by, "-subj", `/CN=${name}`, "-out", "agent.pem"];
    openssl.run("x509", "-req", "-in", "agent.csr", ...how);
    const [client_cert_pem, ca_chain_pem] = [openssl.read("agent.pem"), openssl.read("root.pem")];
    const cert_expires_at = new Date(Date.now() + DAY_MS).toISOString();
    return json(200, { agent_id: "one", client_cert_pem, ca_chain_pem, cert_expires_at });
  }

  /** When the server wants the certificate renewed, and its own clock. */
  const me = (serverTime: number, at: number) => () =>
    json(200, {
      server_time: new Date(serverTime).toISOString(),
      cert: { renewal_window: { at: new Date(at).toISOString() } },
    });

  beforeAll(async () => {
    openssl.makeCa();
    openssl.makeCsr("server", KINDS["P-256"] ?? []);
    openssl.write("san.cnf", "subjectAltName=IP:127.0.0.1\n");
    const by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "1"];
    const how = [...by, "-extfile", "san.cnf", "-out", "server.pem"];
    openssl.run("x509", "-req", "-in", "server.csr", ...how);
    const tls = {
      cert: openssl.read("server.pem"),
      key: openssl.read("server.key"),
      ca: openssl.read("root.pem"),
      requestCert: true,
      rejectUnauthorized: false,
    };
    server = await serveTls(tls, ({ request, body, peer }) => {
      requests.push(`${request.url} ${body}`);
      const path = (request.url ?? "").replace("/agents/one", "");
      return says[path]?.(body, peer) ?? refusal(404, "not_found", "stop");
    });
  });
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), "rampart-agent-"));
    requests = [];
    logged = [];
    says = {
      "/enroll": (body) => issue(body, "old"),
      "/checkin": () => json(200, policy),
      "/agents/me": me(Date.now(), Date.now() + DAY_MS),
      "/rotate-cert": (body) => issue(body, "new"),
    };
    agent = new Agent({
      baseUrl: server.url,
      stateDir,
      enrollmentCode: "rmp_enr_x",
      serverCa: openssl.read("root.pem"),
      version: "1.0.0",
      log: (line) => logged.push(line),
    });
    return () => rmSync(stateDir, { recursive: true, force: true });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    openssl[Symbol.dispose]();
  });

  it("logs why no answer came, an answer that is not ours, and a refusal", async () => {
    const options = { stateDir, enrollmentCode: "x", version: "1.0.0" };
    const log = (line: string) => logged.push(line);
    await new Agent({
      ...options,
      baseUrl: "https://127.0.0.1:1",
      serverCa: undefined,
      log,
    }).turn();
    await new Agent({ ...options, baseUrl: server.url, serverCa: undefined, log }).turn();
    says["/enroll"] = () => portal;
    await agent.turn();
    says["/enroll"] = () => json(401, { error: "code_revoked", message: "It was revoked." });
    await agent.turn();
    expect(logged).toEqual([
      "no answer: connect ECONNREFUSED 127.0.0.1:1",
      expect.stringMatching(/^no answer: .*certificate/),
      "no answer of ours: status 200",
      "refused: code_revoked, no action named (It was revoked.)",
    ]);
  });

  it("waits for Retry-After, asks again with the same key, and stops on the action stop", async () => {
    for (const [status, wait] of [
      [503, 44],
      [429, 91],
    ] as const) {
      says["/enroll"] = () =>
        refusal(status, "overloaded", "retry_later", { "retry-after": String(wait) });
      expect(await agent.turn()).toEqual({ waitS: wait });
    }
    // Signatures differ from time to time, and with them the length at the very beginning.
    const keys = requests.map((each) => /ADBZMBMG[^"]{80}/.exec(each)?.[0]);
    expect(keys[0]).toBeDefined();
    expect(keys[0]).toBe(keys[1]);
    says["/enroll"] = () => refusal(401, "code_revoked", "stop");
    expect(await agent.turn()).toEqual({ stop: "code_revoked" });
  });

  it("reads Retry-After as a date too, and waits a day at most", async () => {
    const wait = async (header: string) => {
      says["/enroll"] = () => refusal(503, "overloaded", "retry_later", { "retry-after": header });
      const turn = await agent.turn();
      return "waitS" in turn ? turn.waitS : 0;
    };
    const date = await wait(new Date(Date.now() + 600_000).toUTCString());
    expect(date).toBeGreaterThan(500);
    expect(date).toBeLessThanOrEqual(600);
    expect(await wait("99999999999")).toBe(86_400);
    expect(await wait(new Date(Date.now() - 600_000).toUTCString())).toBe(60);
  });

  it("takes an answer that broke off for none, and waits a random time", async () => {
    says["/enroll"] = () => ({ status: 200, headers: { "content-length": "999" }, body: "{" });
    const waits = new Set<number>();
    for (let n = 0; n < 5; n += 1) {
      const turn = await agent.turn();
      waits.add("waitS" in turn ? turn.waitS : 0);
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...waits)).toBeLessThanOrEqual(90);
    expect(waits.size).toBeGreaterThan(1);
    expect(agent.identity).toBeUndefined();
  });

  it("ignores a 200 with a captive portal's page, and loses no key and no identity to it", async () => {
    says["/enroll"] = () => portal;
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(agent.identity).toBeUndefined();
    const key = kept("enrol.key");
    says["/enroll"] = (body) => issue(body, "old");
    expect(await agent.turn()).toEqual({ waitS: 0 });
    expect(agent.identity).toMatchObject({ agentId: "one", keyPem: key });
    says["/checkin"] = () => portal;
    expect(await agent.turn()).toEqual({ waitS: 60 });
    says["/checkin"] = () => json(200, policy);
    says["/agents/me"] = () => portal;
    expect(await agent.turn()).toEqual({ waitS: 60 });
    says["/agents/me"] = me(1, 0);
    says["/rotate-cert"] = () => portal;
    await agent.turn();
    expect(agent.identity?.next).toBeUndefined();
    expect(existsSync(join(stateDir, "rotate.key"))).toBe(true);
  });

  it("keeps an event on answers that are not the server's, and drops it on the server's refusal", async () => {
    await agent.turn();
    agent.report("one");
    agent.report("two");
    const sent = () => requests.filter((each) => each.startsWith("/agents/one/events"));
    const proxied = [
      portal,
      { status: 202, body: "" },
      { status: 400, body: "<html>The SSL certificate error</html>" },
      { status: 413, body: "<html>Request Entity Too Large</html>" },
    ];
    for (const [at, said] of proxied.entries()) {
      says["/events"] = () => said;
      expect(await agent.turn()).toEqual({ waitS: 60 });
      expect(sent()).toHaveLength(at + 1);
      expect(sent().at(-1)).toContain('"type":"one"');
    }
    says["/events"] = (body) =>
      body.includes('"type":"one"')
        ? refusal(409, "event_id_conflict", "stop")
        : json(202, { status: "accepted", eventId: null });
    await agent.turn();
    await agent.turn();
    expect(sent().slice(proxied.length)).toEqual([
      expect.stringContaining('"type":"one"'),
      expect.stringContaining('"type":"two"'),
    ]);
  });

  it("drops only the oldest event, which is on its way, when one more than it keeps is reported", async () => {
    await agent.turn();
    for (let n = 0; n < 1_000; n += 1) agent.report(`n${n}`);
    const taken: string[] = [];
    says["/events"] = (body) => {
      taken.push(/"type":"(\w+)"/.exec(body)?.[1] ?? "");
      if (taken.length === 1) agent.report("late");
      return taken.length < 3
        ? json(202, { status: "accepted", eventId: null })
        : refusal(503, "outbox_full", "retry_later", { "retry-after": "30" });
    };
    expect(await agent.turn()).toEqual({ waitS: 30 });
    expect(taken).toEqual(["n0", "n1", "n2"]);
  });

  it("drops its identity only if the server confirms that it left", async () => {
    await agent.turn();
    says[""] = () => portal;
    expect(await agent.leave()).toBe(false);
    expect(agent.identity).toBeDefined();
    says[""] = () => json(200, { agent_id: "one", status: "deregistered" });
    expect(await agent.leave()).toBe(true);
    expect(agent.identity).toBeUndefined();
  });

  it("keeps the old certificate until the server has accepted the new one", async () => {
    await agent.turn();
    says["/agents/me"] = me(1, 0);
    expect(await agent.turn()).toEqual({ waitS: 0 });
    const both = agent.identity;
    expect(both?.next).toBeDefined();
    for (const said of [{ status: 502, body: "Bad gateway" }, portal]) {
      says["/checkin"] = () => said;
      await agent.turn();
      expect(agent.identity).toEqual(both);
    }
    says["/checkin"] = (_, peer) =>
      peer === "new" ? refusal(401, "certificate_untrusted", "re_enroll") : json(200, policy);
    says["/agents/me"] = (_, peer) =>
      peer === "new" ? refusal(401, "certificate_untrusted", "re_enroll") : me(1, 0)();
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(agent.identity).toEqual(both);
    says["/checkin"] = () => json(200, policy);
    says["/agents/me"] = me(0, 1);
    await agent.turn();
    expect(agent.identity).toEqual({ agentId: "one", ...both?.next });
  });

  it("goes back to the old certificate if the server does not know the new one", async () => {
    await agent.turn();
    const old = agent.identity;
    says["/agents/me"] = me(1, 0);
    await agent.turn();
    says["/checkin"] = (_, peer) =>
      peer === "new" ? refusal(401, "certificate_unknown", "re_enroll") : json(200, policy);
    says["/agents/me"] = me(0, 1);
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(agent.identity).toEqual(old);
  });

  it("renews by the server's clock, whatever its own says", async () => {
    await agent.turn();
    const renewals = () => requests.filter((each) => each.startsWith("/agents/one/rotate-cert"));
    says["/agents/me"] = me(Date.now() - 3 * DAY_MS, Date.now() - 2 * DAY_MS);
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(renewals()).toHaveLength(0);
    says["/agents/me"] = me(Date.now() + 3 * DAY_MS, Date.now() + 2 * DAY_MS);
    expect(await agent.turn()).toEqual({ waitS: 0 });
    expect(renewals()).toHaveLength(1);
  });

  it("asks only once for a renewal that is refused as expired", async () => {
    await agent.turn();
    const expired = () => refusal(401, "certificate_expired", "retry_later");
    says = { ...says, "/checkin": expired, "/rotate-cert": expired };
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(requests.filter((each) => each.includes("rotate-cert"))).toHaveLength(1);
  });

  it("goes on checking in while its renewal waits for Retry-After", async () => {
    await agent.turn();
    says["/agents/me"] = me(1, 0);
    says["/rotate-cert"] = () =>
      refusal(429, "rate_limited", "retry_later", { "retry-after": "3600" });
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(requests.filter((each) => each.includes("rotate-cert"))).toHaveLength(1);
  });

  it("drops the key of an open renewal together with its identity", async () => {
    await agent.turn();
    says["/agents/me"] = me(1, 0);
    says["/rotate-cert"] = () => refusal(503, "issuer_unavailable", "retry_later");
    await agent.turn();
    expect(existsSync(join(stateDir, "rotate.key"))).toBe(true);
    says["/checkin"] = () => refusal(401, "re_enroll", "re_enroll");
    expect(await agent.turn()).toEqual({ waitS: 30 });
    expect(agent.identity).toBeUndefined();
    expect(existsSync(join(stateDir, "rotate.key"))).toBe(false);
  });

  it("keeps its identity on client_certificate_required, as a proxy may have dropped its certificate", async () => {
    await agent.turn();
    const { identity } = agent;
    says["/checkin"] = () => refusal(401, "client_certificate_required", "re_enroll");
    expect(await agent.turn()).toEqual({ waitS: 60 });
    expect(agent.identity).toEqual(identity);
    says["/checkin"] = () => json(200, policy);
    expect(await agent.turn()).toEqual({ waitS: 60 });
  });

  it("makes a new key if the key that was left behind has a certificate already", async () => {
    await agent.turn();
    const first = agent.identity?.keyPem ?? "";
    // The process died between keeping the certificate and dropping the key.
    writeFileSync(join(stateDir, "rotate.key"), first);
    says["/agents/me"] = me(1, 0);
    await agent.turn();
    expect(agent.identity?.next?.keyPem).toBeDefined();
    expect(agent.identity?.next?.keyPem).not.toBe(first);
    writeFileSync(join(stateDir, "enrol.key"), first);
    says["/checkin"] = () => refusal(401, "re_enroll", "re_enroll");
    await agent.turn();
    says["/checkin"] = () => json(200, policy);
    await agent.turn();
    expect(agent.identity?.keyPem).toBeDefined();
    expect(agent.identity?.keyPem).not.toBe(first);
  });

  it("names its machine by a hash of the system's id, and gives no machine_id if there is none", () => {
    writeFileSync(join(stateDir, "id"), "b08dfa6083e7567a1921a715000001fb\n");
    expect(describeMachine(join(stateDir, "id"))["machine_id"]).toBe(
      "f3d4df3174b38468d5ee2b88437017c0",
    );
    expect(describeMachine(join(stateDir, "none"))).not.toHaveProperty("machine_id");
  });

  it("throws if its identity cannot be read, and does not enrol anew", async () => {
    await agent.turn();
    rmSync(join(stateDir, "identity.json"));
    mkdirSync(join(stateDir, "identity.json"));
    const before = requests.length;
    await expect(agent.turn()).rejects.toThrow("EISDIR");
    rmSync(join(stateDir, "identity.json"), { recursive: true });
    writeFileSync(join(stateDir, "identity.json"), "{");
    await expect(agent.turn()).rejects.toThrow("is broken");
    expect(requests).toHaveLength(before);
  });
});
