import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Agent } from "../../examples/agent/agent.ts";
import { type AgentFront, openAgentFront } from "../support/agent-front.ts";
import { KINDS, Openssl } from "../support/openssl.ts";
import { Product } from "../support/run-product.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, the life of an agent is untested");

const run = promisify(execFile);

describe.skipIf(!exists)("the life of an agent over TLS", () => {
  const openssl = new Openssl();
  let product: Product;
  let front: AgentFront;

  beforeAll(async () => {
    openssl.makeCa();
    openssl.makeCsr("server", KINDS["P-256"] ?? []);
    openssl.write("san.cnf", "subjectAltName=IP:127.0.0.1\n");
    const by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "10"];
    openssl.run(
      "x509",
      "-req",
      "-in",
      "server.csr",
      ...by,
      "-extfile",
      "san.cnf",
      "-out",
      "server.pem",
    );
    product = new Product({ caKey: openssl.read("ca.key"), caChain: openssl.read("chain.pem") });
    await product.start();
    front = await openAgentFront({
      cert: openssl.read("server.pem"),
      key: openssl.read("server.key"),
      clientCa: openssl.read("chain.pem"),
      upstreamPort: product.port,
    });
  });

  afterAll(async () => {
    await front?.[Symbol.asyncDispose]();
    await product?.[Symbol.asyncDispose]();
    openssl[Symbol.dispose]();
  });

  const newCode = async (more: object = {}) =>
    (
      await product.ask<{ code: string }>("POST", "/admin/enrollment-codes", {
        tenantId: "e2e",
        ...more,
      })
    ).code;

  /** curl, as a shell would call it; the status is its last line. */
  async function curl(method: string, path: string, options: { as?: string; body?: unknown } = {}) {
    const { as, body } = options;
    const args = [
      "-s",
      "--max-time",
      "20",
      "--cacert",
      "root.pem",
      "-X",
      method,
      "-w",
      "\n%{http_code}",
    ];
    if (as !== undefined) args.push("--cert", `${as}.pem`, "--key", `${as}.key`);
    if (body !== undefined) {
      writeFileSync(join(openssl.dir, "body.json"), JSON.stringify(body));
      args.push("-H", "content-type: application/json", "--data-binary", "@body.json");
    }
    const { stdout } = await run("curl", [...args, front.url + path], { cwd: openssl.dir });
    const at = stdout.lastIndexOf("\n");
    const status = Number(stdout.slice(at + 1));
    return { status, body: JSON.parse(stdout.slice(0, at)) as Record<string, string> };
  }

  const enrol = async (name: string, code: string) => {
    const csr_pem = openssl.makeCsr(name, KINDS["P-256"] ?? []);
    const answer = await curl("POST", "/enroll", { body: { enrollment_code: code, csr_pem } });
    openssl.write(`${name}.pem`, `${answer.body["client_cert_pem"]}${answer.body["ca_chain_pem"]}`);
    return answer;
  };

  it("goes from discovery to deregistration with curl and openssl only", async () => {
    const discovery = await curl("GET", "/.well-known/agent-configuration");
    expect(discovery.body).toMatchObject({ version: "1", enrollment: { codeRequired: true } });
    const enrolled = await enrol("one", await newCode());
    expect(enrolled.status).toBe(200);
    const id = enrolled.body["agent_id"] ?? "";
    const verified = openssl.run(
      "verify",
      "-x509_strict",
      "-purpose",
      "sslclient",
      "-CAfile",
      "root.pem",
      "-untrusted",
      "ca.pem",
      "one.pem",
    );
    expect(verified).toContain("OK");
    expect(openssl.run("x509", "-in", "one.pem", "-noout", "-ext", "subjectAltName")).toContain(
      `/tenant/e2e/agent/${id}`,
    );
    const path = `/agents/${id}`;
    expect((await curl("POST", `${path}/checkin`, { as: "one", body: {} })).status).toBe(200);
    expect((await curl("POST", "/checkin", { as: "one", body: { agent_id: id } })).status).toBe(
      200,
    );
    expect((await curl("POST", `${path}/events`, { as: "one", body: { a: 1 } })).status).toBe(202);
    expect((await curl("GET", "/agents/me", { as: "one" })).body).toMatchObject({ agent_id: id });
    const csr_pem = openssl.makeCsr("two", KINDS["RSA 2048"] ?? []);
    const rotated = await curl("POST", `${path}/rotate-cert`, { as: "one", body: { csr_pem } });
    expect(rotated.status).toBe(200);
    openssl.write("two.pem", `${rotated.body["client_cert_pem"]}${rotated.body["ca_chain_pem"]}`);
    expect((await curl("POST", `${path}/checkin`, { as: "two", body: {} })).status).toBe(200);
    const old = await curl("POST", `${path}/rotate-cert`, { as: "one", body: { csr_pem } });
    expect([old.status, old.body["error"]]).toEqual([401, "certificate_superseded"]);
    expect((await curl("DELETE", path, { as: "two" })).body).toMatchObject({
      status: "deregistered",
    });
    expect((await curl("DELETE", path, { as: "two" })).status).toBe(200);
    const gone = await curl("POST", `${path}/checkin`, { as: "two", body: {} });
    expect([gone.status, gone.body["error"], gone.body["action"]]).toEqual([
      403,
      "agent_deregistered",
      "stop",
    ]);
  });

  it("is refused at every wrong turn, with a word on what to do next", async () => {
    const code = await newCode();
    const id = (await enrol("three", code)).body["agent_id"] ?? "";
    const told = (answer: { status: number; body: Record<string, string> }) =>
      `${answer.status} ${answer.body["error"]} ${answer.body["action"]}`;
    expect(told(await enrol("other", code))).toBe("401 code_consumed stop");
    expect(told(await curl("GET", "/agents/me"))).toBe("401 client_certificate_required re_enroll");
    openssl.run(
      "req",
      "-x509",
      "-key",
      "three.key",
      "-subj",
      "/CN=self",
      "-days",
      "1",
      "-out",
      "self.pem",
    );
    openssl.run("pkey", "-in", "three.key", "-out", "self.key");
    expect(told(await curl("GET", "/agents/me", { as: "self" }))).toBe(
      "401 certificate_untrusted re_enroll",
    );
    const wrong = await curl("POST", "/agents/somebody/checkin", { as: "three", body: {} });
    expect(told(wrong)).toBe("403 agent_id_mismatch stop");
    await product.ask("POST", `/admin/fleet/collectors/e2e/${id}/revoke`);
    expect(told(await curl("GET", "/agents/me", { as: "three" }))).toBe("403 agent_revoked stop");
  });

  it("is lived by the example agent: it enrols, reports, renews on its own and goes on", async () => {
    const lines: string[] = [];
    const agent = new Agent({
      baseUrl: front.url,
      stateDir: join(openssl.dir, "agent"),
      enrollmentCode: await newCode(),
      serverCa: openssl.read("root.pem"),
      version: "1.0.0",
      log: (line) => lines.push(line),
    });
    agent.report("agent.started");
    expect(await agent.turn()).toEqual({ waitS: 0 });
    const turn = await agent.turn();
    expect("waitS" in turn && turn.waitS).toBeGreaterThanOrEqual(54);
    const { agentId, certPem } = agent.identity ?? { agentId: "", certPem: "" };
    const events = await product.ask<{ items: { event: { type: string } }[] }>(
      "GET",
      `/admin/fleet/collectors/e2e/${agentId}/events`,
    );
    expect(events.items.map(({ event }) => event.type)).toContain("agent.started");
    await product.ask("PATCH", "/admin/fleet/settings/e2e", {
      renewBefore: new Date().toISOString(),
    });
    expect(await agent.turn()).toEqual({ waitS: 0 });
    expect(agent.identity?.next).toBeDefined();
    await product.ask("PATCH", "/admin/fleet/settings/e2e", { renewBefore: null });
    expect(await agent.turn()).toMatchObject({ waitS: expect.any(Number) });
    expect(agent.identity?.next).toBeUndefined();
    expect(agent.identity?.certPem).not.toBe(certPem);
    await product.ask("POST", `/admin/fleet/collectors/e2e/${agentId}/revoke`);
    expect(await agent.turn()).toEqual({ stop: "agent_revoked" });
    expect(lines.at(-1)).toContain("agent_revoked");
  });

  it("archives what it took while no queue would have it, though it was killed in between", async () => {
    const id = (await enrol("kept", await newCode())).body["agent_id"] ?? "";
    await product.kill();
    await product.start({ withQueue: false });
    for (const eventId of ["before-1", "before-2"]) {
      const sent = await curl("POST", `/agents/${id}/events`, { as: "kept", body: { eventId } });
      expect(sent.status).toBe(202);
    }
    await product.kill();
    await product.start();
    // Nobody calls the agent any more: what carries its events on is its own alarm.
    await expect
      .poll(() => product.archived(), { timeout: 60_000, interval: 2_000 })
      .toMatch(/"event_id":"before-1"[^]*"event_id":"before-2"/);
    expect((await product.archived()).match(/"event_id":"before-/g)).toHaveLength(2);
  });

  it("loses nothing when the runtime is killed right after each answer", async () => {
    const code = await newCode({ maxUses: 2 });
    const first = await enrol("four", code);
    const id = first.body["agent_id"] ?? "";
    await product.kill();
    await product.start();
    const again = await curl("POST", "/enroll", {
      body: { enrollment_code: code, csr_pem: openssl.read("four.csr") },
    });
    expect(again.body["agent_id"]).toBe(id);
    expect(again.body["client_cert_pem"]).toBe(first.body["client_cert_pem"]);
    const machine = { hostname: "kept" };
    expect(
      (await curl("POST", `/agents/${id}/checkin`, { as: "four", body: { machine } })).status,
    ).toBe(200);
    await product.kill();
    await product.start();
    expect(await product.ask("GET", `/agents/${id}`)).toMatchObject({ status: "active", machine });
    const sent = await curl("POST", `/agents/${id}/events`, {
      as: "four",
      body: { eventId: "kept", n: 1 },
    });
    expect(sent.status).toBe(202);
    await product.kill();
    await product.start();
    const replay = await curl("POST", `/agents/${id}/events`, {
      as: "four",
      body: { eventId: "kept", n: 1 },
    });
    expect(replay.status).toBe(202);
    const conflict = await curl("POST", `/agents/${id}/events`, {
      as: "four",
      body: { eventId: "kept", n: 2 },
    });
    expect(conflict.status).toBe(409);
    const csr_pem = openssl.makeCsr("five", KINDS["P-256"] ?? []);
    const lost = await curl("POST", `/agents/${id}/rotate-cert`, { as: "four", body: { csr_pem } });
    await product.kill();
    await product.start();
    const found = await curl("POST", `/agents/${id}/rotate-cert`, {
      as: "four",
      body: { csr_pem },
    });
    expect(found.body["client_cert_pem"]).toBe(lost.body["client_cert_pem"]);
    expect((await curl("DELETE", `/agents/${id}`, { as: "four" })).status).toBe(200);
    await product.kill();
    await product.start();
    expect((await curl("GET", "/agents/me", { as: "four" })).body["error"]).toBe(
      "agent_deregistered",
    );
  });
});
