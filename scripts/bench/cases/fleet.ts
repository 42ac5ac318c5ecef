import { X509Certificate } from "node:crypto";
import { describeCertificate } from "../../dev/client-certificate.ts";
import * as x509 from "../../dev/x509.ts";
import type { Call, Caller, MakeCases } from "../case.ts";
import type { Bench } from "../start-bench.ts";

/**
 * So many agents that none reaches its own limit: two calls a second and sixty more, of 5,000 a second.
 */
const AGENTS = 500;
const AT_ONCE = 16;
const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

const REPORT = {
  role: "collector",
  machine: {
    hostname: "bench-host",
    machine_id: "4c4c4544-0042-3510-8052-b4c04f4e3132",
    os: { family: "linux", name: "Debian", version: "13" },
    arch: "x64",
    ip: ["10.20.30.40"],
  },
  agent: { version: "1.4.0", policy: { id: "default", revision: 1 } },
  status: { health: "healthy", components: [{ name: "disk", health: "healthy" }] },
};

/** Agents that report the same state again, each with a certificate of its own. */
export const fleetCases: MakeCases = async (bench) => {
  const callers = await enrolAgents(bench);
  const first = await rowsWritten(bench);
  const rows = callers.map((_, n) => ({ path: `/object-write/row-${n}`, headers: {} }));
  const call = checkIn(callers);
  return [
    {
      name: "bare, an object each",
      call: { worker: "bare", path: "/object-write", callers: rows },
    },
    {
      name: "a steady check-in",
      call,
      // As many objects as agents: calls of one object share commits, and those of different agents
      // cannot.
      against: "bare, an object each",
      target: 0.75,
      after: async () =>
        `rows written in D1 meanwhile: ${(await rowsWritten(bench)) - first} (${AGENTS} agents)`,
    },
    { name: "the same, of one object", call, against: "bare + object write" },
  ];
};

function checkIn(callers: readonly Caller[]): Call {
  return {
    worker: "product",
    path: "/agents",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(REPORT),
    callers,
  };
}

/** Counts the changes of agents' rows: each change increases the row's number. */
async function rowsWritten({ database }: Bench): Promise<number> {
  const row = await database.prepare("SELECT sum(seq) AS n FROM agents").first<{ n: number }>();
  return row?.n ?? 0;
}

async function enrolAgents(bench: Bench): Promise<Caller[]> {
  await bench.ask("POST", "/admin/tenants", { tenantId: "fleet", name: "Fleet" });
  const { code } = await bench.ask<{ code: string }>("POST", "/admin/enrollment-codes", {
    tenantId: "fleet",
    maxUses: AGENTS,
  });
  const callers: Caller[] = [];
  while (callers.length < AGENTS) {
    const length = Math.min(AT_ONCE, AGENTS - callers.length);
    const made = Array.from({ length }, () => enrolAgent(bench, code));
    callers.push(...(await Promise.all(made)));
  }
  return callers;
}

interface Enrolled {
  agent_id: string;
  client_cert_pem: string;
}

async function enrolAgent(bench: Bench, code: string): Promise<Caller> {
  const keys = (await crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"])) as CryptoKeyPair;
  const csr = await x509.Pkcs10CertificateRequestGenerator.create({
    name: "CN=bench",
    keys,
    signingAlgorithm: ECDSA,
  });
  const enrolled = await bench.ask<Enrolled>("POST", "/enroll", {
    enrollment_code: code,
    csr_pem: csr.toString("pem"),
  });
  const caller = {
    path: `/agents/${enrolled.agent_id}/checkin`,
    headers: { "MF-CF-Blob": cfOf(enrolled.client_cert_pem) },
  };
  const { headers, body = "" } = checkIn([]);
  const answer = await fetch(bench.url({ worker: "product", path: caller.path }), {
    method: "POST",
    headers: { ...headers, ...caller.headers },
    body,
  });
  if (!answer.ok) throw new Error(`a first check-in: ${answer.status} ${await answer.text()}`);
  return caller;
}

/** Makes `request.cf` of a certificate as the edge would. */
function cfOf(pem: string): string {
  const leaf = new X509Certificate(pem);
  const tls = describeCertificate({ leaf, chain: [], issuer: undefined, verified: "SUCCESS" });
  return JSON.stringify({ colo: "AMS", country: "NL", tlsClientAuth: tls });
}
