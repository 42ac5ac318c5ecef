import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Agent } from "../../examples/agent/agent.ts";
import { type Front, openFront } from "../../scripts/dev/tls-front.ts";
import { isInstalled } from "../support/is-installed.ts";
import { KINDS, Openssl } from "../support/openssl.ts";
import { Product } from "../support/run-product.ts";

const exists = Openssl.exists() && isInstalled("curl");
if (!exists)
  console.warn("SKIPPED: openssl or curl is not installed, the life of an agent is untested");

const run = promisify(execFile);

interface CurlOptions {
  /** The name of a key and a certificate. */
  as?: string;
  body?: unknown;
  type?: string;
  bearer?: string;
}

describe.skipIf(!exists)("an agent over TLS", () => {
  const openssl = new Openssl();
  let product: Product;
  let front: Front;
  const url = () => `https://127.0.0.1:${front.port}`;

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
    front = await openFront({
      port: 0,
      upstreamPort: product.port,
      server: { cert: openssl.read("server.pem"), key: openssl.read("server.key") },
      clientCa: openssl.read("chain.pem"),
      revokedFile: join(openssl.dir, "revoked"),
    });
  });

  afterAll(async () => {
    await front?.close();
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
  async function curl(method: string, path: string, options: CurlOptions = {}) {
    const { as, body, type = "application/json", bearer } = options;
    const args = [
      "-s",
      "--max-time",
      "20",
      "--cacert",
      "root.pem",
      "-D",
      "head",
      "-X",
      method,
      "-w",
      "\n%{http_code}",
    ];
    if (bearer !== undefined) args.push("-H", `authorization: Bearer ${bearer}`);
    if (as !== undefined) args.push("--cert", `${as}.pem`, "--key", `${as}.key`);
    if (body !== undefined) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      writeFileSync(join(openssl.dir, "body.json"), text);
      args.push("-H", `content-type: ${type}`, "--data-binary", "@body.json");
    }
    const { stdout } = await run("curl", [...args, url() + path], { cwd: openssl.dir });
    const at = stdout.lastIndexOf("\n");
    const status = Number(stdout.slice(at + 1));
    const head = readFileSync(join(openssl.dir, "head"), "utf8");
    const retryAfter = Number(/^retry-after: (\d+)/im.exec(head)?.[1]);
    return { status, retryAfter, body: JSON.parse(stdout.slice(0, at)) as Record<string, string> };
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

  it("is refused with an action for a used code, a missing or wrong certificate, or once it is revoked", async () => {
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

  /** Makes a certificate that is signed by our CA's own key, and that no agent was given. */
  function forge(name: string, id: string, days: number) {
    openssl.makeCsr(name, KINDS["P-256"] ?? []);
    const uri = `spiffe://agents.rampart.invalid/tenant/e2e/agent/${id}`;
    openssl.write("agent.cnf", `subjectAltName=URI:${uri}\nextendedKeyUsage=clientAuth\n`);
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", String(days)];
    const how = [...by, "-extfile", "agent.cnf", "-out", `${name}.pem`];
    openssl.run("x509", "-req", "-in", `${name}.csr`, ...how);
    openssl.write(`${name}.pem`, openssl.read(`${name}.pem`) + openssl.read("ca.pem"));
  }

  it("gets 401 and what to do for an unknown, an expired and a revoked certificate", async () => {
    const id = (await enrol("six", await newCode())).body["agent_id"] ?? "";
    const me = async (as: string) => {
      const { status, body } = await curl("GET", "/agents/me", { as });
      return `${status} ${body["error"]} ${body["action"]} ${body["retryable"]}`;
    };
    forge("stray", id, 1);
    expect(await me("stray")).toBe("401 certificate_unknown re_enroll false");
    forge("late", id, -1);
    expect(await me("late")).toBe("401 certificate_unknown re_enroll false");
    const serial = openssl.run("x509", "-in", "six.pem", "-noout", "-serial").split("=")[1] ?? "";
    openssl.write("revoked", serial);
    expect(await me("six")).toBe("401 certificate_revoked stop false");
    openssl.write("revoked", "# nobody");
    expect((await curl("GET", "/agents/me", { as: "six" })).status).toBe(200);
  });

  it("gets a status, an error and an action of its own for each wrong enrolment", async () => {
    const told = async (body: object) => {
      const { status, body: problem } = await curl("POST", "/enroll", { body });
      return `${status} ${problem["error"]} ${problem["action"]}`;
    };
    const code = await newCode({ maxUses: 9, roles: ["sensor"] });
    const csr_pem = openssl.makeCsr("seven", KINDS["P-256"] ?? []);
    const fine = { enrollment_code: code, csr_pem };
    expect(await told({ ...fine, enrollment_code: "rmp_enr_none" })).toBe("401 code_invalid stop");
    expect(await told({ csr_pem })).toBe("401 code_invalid stop");
    expect(await told({ ...fine, role: "gateway" })).toBe("403 role_not_allowed stop");
    expect(await told({ ...fine, agent: { version: "0.1.0" } })).toBe(
      "400 unsupported_version upgrade",
    );
    expect(await told({ ...fine, csr_pem: "x" })).toBe("400 csr_malformed undefined");
    expect(await told({ ...fine, tenant_id: "e2e" })).toBe("400 invalid_request undefined");
    expect((await curl("POST", "/enroll", { body: fine })).status).toBe(200);
    expect(await told({ ...fine, enrollment_code: await newCode() })).toBe("409 key_in_use stop");
    const gone = await product.ask<{ id: string; code: string }>(
      "POST",
      "/admin/enrollment-codes",
      { tenantId: "e2e" },
    );
    const revoked = `/admin/enrollment-codes/${gone.id}`;
    await fetch(product.url + revoked, {
      method: "DELETE",
      headers: { authorization: `Bearer ${product.operatorToken}` },
    });
    expect(await told({ ...fine, enrollment_code: gone.code })).toBe("401 code_revoked stop");
  });

  it("gets a status and an error of its own for each wrong call, and Retry-After with 429", async () => {
    const id = (await enrol("eight", await newCode())).body["agent_id"] ?? "";
    const path = `/agents/${id}`;
    const told = async (method: string, to: string, options: CurlOptions = {}) => {
      const { status, body } = await curl(method, to, { as: "eight", ...options });
      return `${status} ${body["error"]}`;
    };
    expect(await told("POST", `${path}/checkin`, { body: "{" })).toBe("400 malformed_json");
    expect(await told("POST", `${path}/checkin`, { body: { x: 1 } })).toBe("400 invalid_request");
    expect(await told("POST", `${path}/checkin`, { body: "x", type: "text/plain" })).toBe(
      "415 unsupported_media_type",
    );
    const large = { status: { message: "x".repeat(33_000) } };
    expect(await told("POST", `${path}/checkin`, { body: large })).toBe("413 body_too_large");
    expect(await told("PUT", `${path}/checkin`, { body: {} })).toBe("405 method_not_allowed");
    expect(await told("GET", `${path}/nothing`)).toBe("404 not_found");
    const event = (n: number) => ({ body: { eventId: "same", n } });
    expect((await curl("POST", `${path}/events`, { as: "eight", ...event(1) })).status).toBe(202);
    expect(await told("POST", `${path}/events`, event(2))).toBe("409 event_id_conflict");
    const rotate = (name: string) => ({
      body: { csr_pem: openssl.makeCsr(name, KINDS["P-256"] ?? []) },
    });
    await product.ask("PATCH", "/admin/fleet/settings/e2e", { requireNewKey: true });
    const same = { body: { csr_pem: openssl.read("eight.csr") } };
    // An isolate may use the old settings for another 15 s.
    await expect
      .poll(() => told("POST", `${path}/rotate-cert`, same), { timeout: 30_000 })
      .toBe("409 key_reuse");
    await product.ask("PATCH", "/admin/fleet/settings/e2e", { requireNewKey: false });
    let limited = await curl("POST", `${path}/rotate-cert`, { as: "eight", ...rotate("r0") });
    for (let n = 1; n < 8 && limited.status === 200; n += 1) {
      limited = await curl("POST", `${path}/rotate-cert`, { as: "eight", ...rotate(`r${n}`) });
    }
    expect([limited.status, limited.body["error"], limited.body["action"]]).toEqual([
      429,
      "rate_limited",
      "retry_later",
    ]);
    expect(limited.retryAfter).toBeGreaterThan(3_000);
    const person = await curl("GET", "/agents/me", { bearer: product.operatorToken });
    expect([person.status, person.body["error"]]).toEqual([401, "client_certificate_required"]);
  });

  it("enrols, reports, renews its certificate and stops once it is revoked, as the example agent", async () => {
    const lines: string[] = [];
    const agent = new Agent({
      baseUrl: url(),
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

  it("has events archived that were accepted without a queue, though the runtime was killed in between", async () => {
    const id = (await enrol("kept", await newCode())).body["agent_id"] ?? "";
    await product.kill();
    await product.start({ withQueue: false });
    for (const eventId of ["before-1", "before-2"]) {
      const sent = await curl("POST", `/agents/${id}/events`, { as: "kept", body: { eventId } });
      expect(sent.status).toBe(202);
    }
    await product.kill();
    await product.start();
    // No call reaches the agent's object any more: its own alarm has to send the events on.
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
