import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { call } from "../support/call.ts";
import { aNew, byOperator, made } from "../support/faults/requests.ts";
import type { Ready } from "../support/faults/send.ts";
import { sweep, type Prepare } from "../support/faults/sweep.ts";
import { aMember, aServiceKey, aTenant } from "../support/people.ts";

interface Tenant {
  tenantId: string;
  as: string;
}

type OfTenant<T> = (tenant: Tenant) => T | Promise<T>;

/** A request of a tenant's owner, about what `path` makes before, if it makes anything. */
async function byOwner(
  method: string,
  path: OfTenant<string> | string,
  body: object = {},
): Promise<Ready & Tenant> {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const at = typeof path === "string" ? path : await path({ tenantId, as });
  if (method === "DELETE") return { tenantId, as, method, path: `${at}?tenantId=${tenantId}` };
  return { tenantId, as, method, path: at, body: { tenantId, ...body } };
}

const DOCUMENTS = "/ai/documents";
const NOTE = { title: "Note", source: "wiki", text: "The heron nests beside the mill." };

async function aDocument({ tenantId, as }: Tenant): Promise<string> {
  const { id } = await made<{ id: string }>("POST", DOCUMENTS, as, { tenantId, ...NOTE });
  return `${DOCUMENTS}/${id}`;
}

async function withDocuments(ready: Ready & Tenant): Promise<Ready> {
  const { tenantId, as } = ready;
  const look = async () => {
    const path = `${DOCUMENTS}?tenantId=${tenantId}`;
    const { items } = await made<{ items: { status: string; version: number }[] }>("GET", path, as);
    return items.map(({ status, version }) => [status, version]);
  };
  return { ...ready, look, clean: () => whenAuditWritten(tenantId) };
}

/** The object of a tenant's documents writes its audit lines behind the answer. */
async function whenAuditWritten(tenantId: string): Promise<void> {
  const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
  const waits = () =>
    runInDurableObject(stub, (object) =>
      (object as unknown as { audit: { waits: () => boolean } }).audit.waits(),
    );
  await expect.poll(waits, { interval: 5 }).toBe(false);
}

/** Long by its blanks, which are not indexed: its words are enough for many calls of its object. */
const aLong = () => ({
  ...NOTE,
  text: `${`${NOTE.text} ${aNew()}\n`.repeat(2_000)}${"\n".repeat(MAX_TEXT)}`,
});

/** A long document is indexed behind the answer. */
function whenIndexed(ready: Ready): Ready {
  const { look = async () => [] } = ready;
  const isDone = async () => {
    const { objects } = await env.OBJECTS.list({ prefix: "ai/uploads/" });
    return objects.length === 0 && !/queued|processing/.test(JSON.stringify(await look()));
  };
  const settle = () => expect.poll(isDone, { timeout: 5_000 }).toBe(true);
  return { ...ready, settle };
}

const template = {
  en: "Speak as {{company}}. Data stands between {{fence}}. Answer in {{language}} with [1].",
  es: "Habla como {{company}}. Los datos están entre {{fence}}. Responde con [1].",
};
const PROMPT = { template, variables: { company: "Acme {{fence}}" }, commitMessage: "A try" };

async function ofVersion(): Promise<Ready> {
  const ready = await byOwner("PUT", "/ai/prompts/labels/staging");
  const { tenantId, as } = ready;
  const order = { tenantId, ...PROMPT };
  const { version } = await made<{ version: number }>("POST", "/ai/prompts/versions", as, order);
  return { ...ready, body: { tenantId, versions: [{ version }] } };
}

const PROVIDER = "/ai/settings/providers/own";
const SERVER = { kind: "openai-compatible", baseUrl: "http://localhost:9/v1", models: ["mine"] };
const KEYED = { provider: SERVER, key: "sk-tenant-0123456789abcdef" };

async function aProvider({ tenantId, as }: Tenant): Promise<string> {
  await made("PUT", PROVIDER, as, { tenantId, ...KEYED });
  return PROVIDER;
}

const SNAPSHOTS = {
  LicenseSummary: { skus: [{ skuId: "2", skuPartNumber: "E5", enabled: 10, consumed: 12 }] },
  CheckMFACompliance: {
    users: 50,
    registered: 45,
    capable: 44,
    enforced: 30,
    adminsWithoutMfa: ["ana@a.example"],
  },
};

async function byService(operation: "ai:act" | "ai:snapshot", { tenantId }: Tenant) {
  return { "x-internal-service-key": await aServiceKey([operation], [tenantId]) };
}

const snapshotOf = ({ tenantId }: Tenant, data: object) => {
  return { tenantId, collectedAt: new Date().toISOString(), data };
};

async function anAction(tenant: Tenant): Promise<string> {
  const { tenantId, as } = tenant;
  for (const [tool, data] of Object.entries(SNAPSHOTS)) {
    const headers = await byService("ai:snapshot", tenant);
    const body = snapshotOf(tenant, data);
    await call("PUT", `/ai/tools/${tool}/snapshot`, { headers, body });
  }
  const order = { tenantId, query: "Check MFA compliance" };
  const said = await made<{ proposed_actions: { id: string }[] }>("POST", "/ai/chat", as, order);
  return `/ai/actions/${said.proposed_actions[0]?.id}`;
}

/** What the executor of an approved action says of it. */
async function byExecutor(step: "begin" | "result", body: object = {}): Promise<Ready> {
  const ready = await byOwner("POST", anAction);
  const { tenantId, as, path } = ready;
  const headers = await byService("ai:act", ready);
  await made("POST", `${path}/approve`, as, { tenantId });
  if (step === "result") await call("POST", `${path}/begin`, { headers, body: { tenantId } });
  return { method: "POST", path: `${path}/${step}`, headers, body: { tenantId, ...body } };
}

/** Whether a document of a batch failed, by its own result. */
function hasFailedItem(body: string): boolean {
  const { items = [] } = JSON.parse(body) as {
    items?: { statusCode?: number; requestId?: string }[];
  };
  return items.some(
    ({ statusCode = 0, requestId }) => statusCode >= 500 && requestId !== undefined,
  );
}

const ROWS: Record<string, Prepare> = {
  "POST /ai/documents": async () => withDocuments(await byOwner("POST", DOCUMENTS, NOTE)),
  "POST /ai/documents with an externalId": async () =>
    withDocuments(await byOwner("POST", DOCUMENTS, { ...NOTE, externalId: aNew() })),
  "PUT /ai/documents/{id}": async () =>
    withDocuments(await byOwner("PUT", `${DOCUMENTS}/${aNew()}`, NOTE)),
  "DELETE /ai/documents/{id}": async () => withDocuments(await byOwner("DELETE", aDocument)),
  "POST /ai/documents:batch": async () => {
    const documents = [NOTE, { ...NOTE, externalId: aNew() }];
    const ready = await withDocuments(await byOwner("POST", `${DOCUMENTS}:batch`, { documents }));
    return { ...ready, hasFailed: hasFailedItem };
  },
  "POST /ai/documents with a long text": async () =>
    whenIndexed(await withDocuments(await byOwner("POST", DOCUMENTS, aLong()))),
  "POST /ai/reindex": () =>
    byOwner("POST", async (tenant) => {
      await aDocument(tenant);
      return "/ai/reindex";
    }),
  "POST /ai/prompts/versions": () => byOwner("POST", "/ai/prompts/versions", PROMPT),
  "PUT /ai/prompts/labels/{label}": ofVersion,
  "PATCH /ai/settings": () => byOwner("PATCH", "/ai/settings", { maxTokens: 500 }),
  "PUT /ai/settings/providers/{name}": () => byOwner("PUT", PROVIDER, KEYED),
  "PUT /ai/settings/providers/{name} again": () => byOwner("PUT", aProvider, KEYED),
  "DELETE /ai/settings/providers/{name}": () => byOwner("DELETE", aProvider),
  "POST /admin/ai/prices": () => {
    const price = { provider: aNew(), model: "a", inputPerMillion: 1, outputPerMillion: 2 };
    return byOperator("POST", "/admin/ai/prices", { prices: [price] });
  },
  "PUT /ai/tools/{tool}/snapshot": async () => {
    const tenant = { tenantId: await aTenant(), as: "" };
    const body = snapshotOf(tenant, SNAPSHOTS.CheckMFACompliance);
    const headers = await byService("ai:snapshot", tenant);
    return { method: "PUT", path: "/ai/tools/CheckMFACompliance/snapshot", headers, body };
  },
  "POST /ai/actions/{id}/approve": () =>
    byOwner("POST", async (tenant) => `${await anAction(tenant)}/approve`),
  "POST /ai/actions/{id}/reject": () =>
    byOwner("POST", async (tenant) => `${await anAction(tenant)}/reject`),
  "POST /ai/actions/{id}/begin": () => byExecutor("begin"),
  "POST /ai/actions/{id}/result": () => byExecutor("result", { state: "executed" }),
};

describe("a change during which one store call fails can be sent again and ends as if none had", () => {
  it.each(Object.entries(ROWS))("%s", async (_route, prepare) => {
    expect(await sweep(prepare)).toEqual([]);
  });
});
