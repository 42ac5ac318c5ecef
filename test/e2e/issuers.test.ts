import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_INTERVAL_S } from "../../src/fleet/policies/pick-policy.ts";
import { CloudflareApi } from "../support/cloudflare-api.ts";
import { EstCa } from "../support/est-ca.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { Openssl } from "../support/openssl.ts";
import { ProductWithIssuer } from "../support/product-with-issuer.ts";

const exists = Openssl.exists();
if (!exists) console.warn("SKIPPED: openssl is not installed, agents by foreign CAs are untested");

interface Certified {
  agent_id: string;
  client_cert_pem: string;
  ca_chain_pem: string;
}

interface Peer extends AsyncDisposable {
  openssl: Openssl;
  open: () => Promise<unknown>;
  /** Answers like a CA in order, or like one that cannot help now. */
  set: (works: boolean) => void;
  start: () => ProductWithIssuer;
  /** What the CA says of how long to wait; nothing when our own word counts. */
  wait: string;
}

const TENANT = "foreign";

const PEERS: Record<string, () => Peer> = {
  est: () => {
    const ca = new EstCa();
    const start = () =>
      new ProductWithIssuer({
        vars: {
          AGENT_ISSUER: "est",
          EST_URL: ca.url,
          AGENT_CA_CHAIN: ca.openssl.read("chain.pem"),
        },
        est: ca.fetch,
      });
    return peer(ca, start, "45", (works) => (ca.mode = works ? "chain" : "down"));
  },
  cloudflare: () => {
    const zone = new CloudflareApi();
    const start = () =>
      new ProductWithIssuer({
        vars: {
          AGENT_ISSUER: "cloudflare",
          CLOUDFLARE_ZONE_ID: "zone-1",
          CLOUDFLARE_API_TOKEN: "token-1",
          AGENT_CA_CHAIN: zone.openssl.read("chain.pem"),
        },
        outside: ((url: string, init: RequestInit) =>
          zone.fetch(
            url.replace("https://api.cloudflare.com/client/v4", zone.url),
            init,
          )) as typeof fetch,
      });
    return peer(zone, start, "30", (works) => (zone.mode = works ? "fine" : "down"));
  },
};

function peer(
  ca: EstCa | CloudflareApi,
  start: () => ProductWithIssuer,
  wait: string,
  set: (works: boolean) => void,
): Peer {
  const dispose = () => ca[Symbol.asyncDispose]();
  const { openssl } = ca;
  return { openssl, open: () => ca.open(), set, start, wait, [Symbol.asyncDispose]: dispose };
}

describe.skipIf(!exists).each(Object.keys(PEERS))("agents by the issuer %s", (name) => {
  let ca: Peer;
  let product: ProductWithIssuer;

  beforeAll(async () => {
    const made = PEERS[name]?.();
    if (made === undefined) throw new Error(`There is no peer ${name}.`);
    ca = made;
    await ca.open();
    product = await ca.start().open();
    await product.ask("POST", "/admin/tenants", { tenantId: TENANT, name: TENANT });
  });
  afterAll(async () => {
    await product?.[Symbol.asyncDispose]();
    await ca?.[Symbol.asyncDispose]();
  });

  const newCode = async () =>
    product.ask<{ code: string; id: string }>("POST", "/admin/enrollment-codes", {
      tenantId: TENANT,
    });
  const freshCsr = async () => makeCsr(await makeKey());
  const waitOf = ({ headers }: { headers: { get: (name: string) => string | null } }) =>
    Number(headers.get("retry-after"));
  /** What the CA asks for, and behind it a moment of the agent's own. */
  const isBehind = (wait: number) =>
    wait >= Number(ca.wait) && wait <= Number(ca.wait) + DEFAULT_INTERVAL_S * 1.1 + 1;
  const enrol = (code: string, csr_pem: string) =>
    product.call("POST", "/enroll", { enrollment_code: code, csr_pem });
  const enrolled = async () => {
    const answer = await enrol((await newCode()).code, await freshCsr());
    expect(answer.status).toBe(200);
    return (await answer.json()) as Certified;
  };
  const statusOf = async (path: string, pem: string, body: object = {}) =>
    (await product.call("POST", path, body, pem)).status;

  it("enrols, checks in, rotates and is revoked with certificates that openssl verifies", async () => {
    ca.set(true);
    const { agent_id: id, ...first } = await enrolled();
    ca.openssl.write("got.pem", first.client_cert_pem);
    const trusted = ["-CAfile", "root.pem", "-untrusted", "ca.pem", "got.pem"];
    expect(ca.openssl.run("verify", ...trusted)).toContain("OK");
    expect(await statusOf(`/agents/${id}/checkin`, first.client_cert_pem)).toBe(200);
    const csr_pem = await freshCsr();
    const path = `/agents/${id}/rotate-cert`;
    const rotated = await product.call("POST", path, { csr_pem }, first.client_cert_pem);
    expect(rotated.status).toBe(200);
    const next = (await rotated.json()) as Certified;
    expect(next.client_cert_pem).not.toBe(first.client_cert_pem);
    expect(await statusOf(`/agents/${id}/checkin`, next.client_cert_pem)).toBe(200);
    expect(await statusOf(path, first.client_cert_pem, { csr_pem })).toBe(401);
    const other = await enrolled();
    expect(await statusOf(`/agents/${other.agent_id}/checkin`, next.client_cert_pem)).toBe(403);
    await product.ask("POST", `/admin/fleet/collectors/${TENANT}/${id}/revoke`);
    expect(await statusOf(`/agents/${id}/checkin`, next.client_cert_pem)).toBe(403);
  });

  it("503 with Retry-After while the CA is down, and no agent, key or used code is left", async () => {
    ca.set(true);
    const { code, id } = await newCode();
    ca.set(false);
    const refused = await enrol(code, await freshCsr());
    expect(refused.status).toBe(503);
    expect(waitOf(refused)).toSatisfy(isBehind);
    expect(await refused.json()).toMatchObject({
      error: "issuer_unavailable",
      retryable: true,
      action: "retry_later",
    });
    const database = product.database();
    const left = await database
      .prepare(
        `SELECT (SELECT count(*) FROM agents WHERE code_id = ?1) AS agents,
          (SELECT count(*) FROM agent_keys WHERE agent_id NOT IN (SELECT agent_id FROM agents)) AS keys,
          (SELECT used FROM enrollment_codes WHERE id = ?1) AS used`,
      )
      .bind(id)
      .first();
    expect(left).toEqual({ agents: 0, keys: 0, used: 0 });
    ca.set(true);
    // The one-time code is free again, for another key even.
    const csr = await freshCsr();
    const later = (await (await enrol(code, csr)).json()) as Certified;
    expect(await statusOf(`/agents/${later.agent_id}/checkin`, later.client_cert_pem)).toBe(200);
    expect((await enrol(code, await freshCsr())).status).toBe(401);
    ca.set(false);
    // What was issued once is given again without the CA.
    expect(await (await enrol(code, csr)).json()).toMatchObject({ agent_id: later.agent_id });
  });

  it("503 for a rotation while the CA is down; the old certificate still works and rotates later", async () => {
    ca.set(true);
    const { agent_id: id, client_cert_pem: pem } = await enrolled();
    const path = `/agents/${id}/rotate-cert`;
    const csr_pem = await freshCsr();
    ca.set(false);
    const refused = await product.call("POST", path, { csr_pem }, pem);
    expect(refused.status).toBe(503);
    expect(waitOf(refused)).toSatisfy(isBehind);
    expect(await statusOf(`/agents/${id}/checkin`, pem)).toBe(200);
    const me = await product.call("GET", "/agents/me", undefined, pem);
    expect(((await me.json()) as { cert: object }).cert).not.toHaveProperty("pending");
    ca.set(true);
    expect(await statusOf(path, pem, { csr_pem })).toBe(200);
  });
});
