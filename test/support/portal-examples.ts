import type { PortalWorld } from "./portal-world.ts";

const FEED = Array.from({ length: 60 }, (_, at) => `198.18.0.${at + 1}`);

const LURE = "BBVA: su cuenta ha sido bloqueada. Verifique sus datos en http://bbva.example/login";

/**
 * Makes one thing of each kind that a page may be about; returns their ids by the name of the parameter
 * in the path.
 */
export async function makeExamples(world: PortalWorld): Promise<Record<string, string>> {
  const { tenantId } = world;
  await makeLists(world);
  const policy = await world.call<{ id: string }>("POST", "/admin/policies", {
    tenantId,
    name: "Strict",
    document: { level: 3 },
    checkinIntervalSeconds: 60,
  });
  const document = await world.call<{ id: string }>("POST", "/ai/documents", {
    tenantId,
    title: "Leave policy",
    source: "handbook",
    text: "# Leave\n\nEverybody has thirty days of leave a year.",
  });
  return {
    tenantId,
    ...(await inspectLure(world)),
    ...(await pingWebhook(world)),
    dictionaryId: await makeDictionary(world, tenantId),
    "dictionaryId of all": await makeDictionary(world, null),
    policyId: policy.id,
    documentId: document.id,
    actionId: await proposeAction(world),
    agentId: await world.enrolAgent(),
    orderId: await orderRevocation(world),
    personId: await invite(world, { name: "Beto", role: "viewer", tenants: [tenantId] }),
    "personId of all": await invite(world, { name: "Carla", role: "analyst" }),
    sourceId: "tor-exits",
    module: "urlsearch",
    promptName: "rag",
    promptVersion: "1",
    code: "rmp_inv_made-up",
  };
}

/** Makes what is shown in lists only: an entry of the tenant, a code, and a feed with a wrong line. */
async function makeLists(world: PortalWorld): Promise<void> {
  const { tenantId } = world;
  await world.call("POST", `/admin/tenants/${tenantId}/intel/entries`, {
    action: "deny",
    value: "bad.example",
    note: "Sends lures to our staff",
  });
  await world.call("POST", "/admin/enrollment-codes", { tenantId });
  const feed = [...FEED, "no address"].join("\n");
  await world.call("PUT", "/admin/intel/sources/tor-exits/feed", feed);
}

async function orderRevocation(world: PortalWorld): Promise<string> {
  const { tenantId } = world;
  const agentIds = [await world.enrolAgent()];
  const order = { tenantId, action: "revoke", agentIds, expected: 1 };
  return (await world.call<{ id: string }>("POST", "/admin/fleet/bulk-orders", order)).id;
}

async function inspectLure(world: PortalWorld) {
  const { tenantId } = world;
  const { id, key } = await world.call<{ id: string; key: string }>(
    "POST",
    `/admin/tenants/${tenantId}/api-keys`,
    { name: "Mail gateway", scopes: ["urlsearch", "antispam"] },
  );
  const inspection = await fetch(`${world.baseUrl}/api/v1/antispam`, {
    method: "POST",
    headers: { "x-tenant-id": tenantId, "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", sender: "+34600000000", body: LURE }),
  });
  const { inspectionId } = (await inspection.json()) as { inspectionId: string };
  return { keyId: id, inspectionId };
}

async function pingWebhook(world: PortalWorld) {
  const path = `/admin/tenants/${world.tenantId}/webhooks`;
  const { id } = await world.call<{ id: string }>("POST", path, {
    url: "http://localhost:9/hook",
    events: ["inspection.flagged", "ping"],
    description: "Pager",
  });
  const { eventId } = await world.call<{ eventId: string }>("POST", `${path}/${id}/ping`);
  return { webhookId: id, eventId };
}

async function makeDictionary(world: PortalWorld, tenantId: string | null): Promise<string> {
  const { id } = await world.call<{ id: string }>("POST", "/detection-dictionaries", {
    tenantId,
    name: "Lures",
    kind: "terms",
    severity: "high",
    appliesTo: ["agents"],
    entries: [{ value: "premio" }],
  });
  return id;
}

async function invite(world: PortalWorld, person: object): Promise<string> {
  const made = await world.call<{ personId: string }>("POST", "/admin/invites", person);
  return made.personId;
}

/** Has the assistant propose an action, so that somebody may decide on its page. */
async function proposeAction(world: PortalWorld): Promise<string> {
  const { tenantId } = world;
  const { key } = await world.call<{ key: string }>("POST", "/admin/service-keys", {
    name: "Assistant",
    operations: ["ai:use", "ai:snapshot"],
    tenants: [tenantId],
  });
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(world.baseUrl + path, {
      method,
      headers: { "x-internal-service-key": key, "content-type": "application/json" },
      body: JSON.stringify({ tenantId, ...body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer;
  };
  await send("PUT", "/ai/tools/CheckMFACompliance/snapshot", {
    collectedAt: new Date().toISOString(),
    data: { users: 5, registered: 4, capable: 4, enforced: 3, adminsWithoutMfa: ["ana@a.example"] },
  });
  const chat = await send("POST", "/ai/chat", { query: "Check MFA compliance" });
  const said = (await chat.json()) as { proposed_actions: { id: string }[] };
  return said.proposed_actions[0]?.id ?? "";
}
