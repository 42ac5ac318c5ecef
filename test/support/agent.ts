import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import type { AgentObject } from "../../src/fleet/agent/agent-object.ts";
import type { Bucket } from "../../src/fleet/agent/bucket.ts";
import { createCode, type CodeOrder } from "../../src/fleet/codes/create-code.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { makeCsr, makeKey, type TestKey } from "./make-csr.ts";
import { call } from "./call.ts";
import { aTenant, ROOT } from "./people.ts";

const PEM_LINES = /-----[A-Z ]+-----|\s/g;

/** Returns what the edge says of the certificate of a connection. */
export function tlsOf(pem: string, change: Record<string, string> = {}) {
  return {
    certPresented: "1",
    certVerified: "SUCCESS",
    certRevoked: "0",
    certRFC9440: `:${pem.replaceAll(PEM_LINES, "")}:`,
    ...change,
  };
}

export interface EnrollResponse {
  agent_id: string;
  tenant_id: string;
  role: string;
  client_cert_pem: string;
  ca_chain_pem: string;
  cert_expires_at: string;
  enrolled_at: string;
  policy: { id: string; revision: number };
  checkin_interval_s: number;
}

type CodeOptions = Partial<CodeOrder>;

export async function aCode(options: CodeOptions = {}): Promise<{ id: string; code: string }> {
  const tenantId = options.tenantId ?? (await aTenant());
  return settle(await createCode(database(env), ROOT, { ...options, tenantId }, Date.now()));
}

export function enrolWith(code: string, csr: string, more: object = {}): Promise<Response> {
  return call("POST", "/enroll", { body: { enrollment_code: code, csr_pem: csr, ...more } });
}

interface CallOptions {
  pem?: string;
  tls?: Record<string, string>;
  cf?: object;
  headers?: Record<string, string>;
}

/** An agent at the other end of the TLS connection. */
export class TestAgent {
  readonly id: string;
  readonly tenantId: string;
  key: TestKey;
  pem: string;

  constructor(enrolled: EnrollResponse, key: TestKey) {
    this.id = enrolled.agent_id;
    this.tenantId = enrolled.tenant_id;
    this.pem = enrolled.client_cert_pem;
    this.key = key;
  }

  call(
    method: string,
    path: string,
    body?: unknown,
    { pem = this.pem, tls = {}, cf = {}, headers = {} }: CallOptions = {},
  ): Promise<Response> {
    const init: RequestInit = {
      method,
      headers: { "content-type": "application/json", ...headers },
    };
    if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
    const tlsClientAuth = tlsOf(pem, tls);
    const request = new Request(`http://rampart.test${path}`, {
      ...init,
      cf: { ...cf, tlsClientAuth },
    });
    return exports.default.fetch(request);
  }

  checkIn(body: object = {}, options: CallOptions = {}): Promise<Response> {
    return this.call("POST", `/agents/${this.id}/checkin`, body, options);
  }

  event(body: unknown, options: CallOptions = {}): Promise<Response> {
    return this.call("POST", `/agents/${this.id}/events`, body, options);
  }

  async rotate(key?: TestKey, options: CallOptions = {}): Promise<Response> {
    const csr_pem = await makeCsr(key ?? this.key);
    return this.call("POST", `/agents/${this.id}/rotate-cert`, { csr_pem }, options);
  }

  me(options: CallOptions = {}): Promise<Response> {
    return this.call("GET", "/agents/me", undefined, options);
  }

  leave(options: CallOptions = {}): Promise<Response> {
    return this.call("DELETE", `/agents/${this.id}`, undefined, options);
  }
}

export async function anAgent(options: CodeOptions & { body?: object } = {}): Promise<TestAgent> {
  const { body = {}, ...order } = options;
  const { code } = await aCode(order);
  const key = await makeKey();
  const answer = await enrolWith(code, await makeCsr(key), body);
  if (answer.status !== 200) throw new Error(await answer.text());
  return new TestAgent(await answer.json<EnrollResponse>(), key);
}

/** The agent's object. */
export const stubOf = ({ tenantId, id }: TestAgent) =>
  env.AGENT.get(env.AGENT.idFromName(`${tenantId}/${id}`));

/** Uses up the tokens of so many calls at this time, without the calls. */
export async function spendTokens(
  agent: TestAgent,
  of: "checkIns" | "events",
  calls: number,
  now: number,
): Promise<void> {
  await runInDurableObject(stubOf(agent), (object: AgentObject) => {
    const { [of]: bucket } = object as unknown as Record<typeof of, Bucket>;
    for (let call = 0; call < calls; call += 1) bucket.take(now);
  });
}

/** Returns as one text how an agent was refused and what it is told to do. */
export async function errorOf(answer: Response): Promise<string> {
  const { error, action } = await answer.json<{ error: string; action?: string }>();
  return [answer.status, error, action].filter(Boolean).join(" ");
}
