import { describe, expect, it } from "vitest";
import { closeTenant } from "../support/erasure.ts";
import { aNew, byMember, byOperator, made, ofMade } from "../support/faults/requests.ts";
import { sweep, type Prepare } from "../support/faults/sweep.ts";
import { anOperator, aTenant } from "../support/people.ts";

const list = (of: string) => (tenantId: string) => `/admin/tenants/${tenantId}/${of}`;

const KEYS = list("api-keys");
const aKey = () => ({ name: aNew(), scopes: ["urlsearch"] });
const HOOKS = list("webhooks");
const aHook = () => ({ url: "http://localhost:9/hook", events: ["ping"] });
const TOKENS = () => "/admin/tokens";
const aToken = (tenantId: string) => {
  return { name: aNew(), permissions: ["fleet:read"], tenants: [tenantId] };
};
const SERVICE_KEYS = "/admin/service-keys";
const aServiceKey = () => ({ name: aNew(), operations: ["encrypt"] });
const DICTIONARIES = () => "/detection-dictionaries";
const aDictionary = () => ({ name: aNew(), kind: "terms", entries: [{ value: "lottery" }] });

const ROWS: Record<string, Prepare> = {
  "POST /admin/tenants": () =>
    byOperator("POST", "/admin/tenants", { tenantId: aNew(), name: "A" }),
  "PATCH /admin/tenants/{tenantId}": async () =>
    byOperator("PATCH", `/admin/tenants/${await aTenant()}`, { name: "B", status: "suspended" }),
  "POST /admin/tenants/{tenantId}/erasure": async () => {
    const tenantId = await aTenant();
    await closeTenant(tenantId);
    return byOperator("POST", `/admin/tenants/${tenantId}/erasure`, { confirm: tenantId });
  },
  "POST /admin/tokens": () => byMember("POST", TOKENS, aToken),
  "DELETE /admin/tokens/{id}": () => ofMade("DELETE", TOKENS, aToken),
  "POST /admin/service-keys": () => byOperator("POST", SERVICE_KEYS, aServiceKey()),
  "DELETE /admin/service-keys/{id}": async () => {
    const as = await anOperator();
    const { id } = await made<{ id: string }>("POST", SERVICE_KEYS, as, aServiceKey());
    return { method: "DELETE", path: `${SERVICE_KEYS}/${id}`, as };
  },
  "POST /admin/invites": () =>
    byMember(
      "POST",
      () => "/admin/invites",
      (tenantId) => ({ name: aNew(), role: "viewer", tenants: [tenantId] }),
    ),
  "DELETE /admin/operators/{personId}": async () => {
    const as = await anOperator();
    const order = { name: aNew(), role: "viewer" };
    const { personId } = await made<{ personId: string }>("POST", "/admin/invites", as, order);
    return { method: "DELETE", path: `/admin/operators/${personId}`, as };
  },
  "POST .../api-keys": () => byMember("POST", KEYS, aKey),
  "PATCH .../api-keys/{id}": () => ofMade("PATCH", KEYS, aKey, "", { disabled: true }),
  "DELETE .../api-keys/{id}": () => ofMade("DELETE", KEYS, aKey),
  "POST .../api-keys/{id}/rotate": () =>
    ofMade("POST", KEYS, aKey, "/rotate", { graceSeconds: 60 }),
  "POST .../webhooks": () => byMember("POST", HOOKS, aHook),
  "PATCH .../webhooks/{id}": () => ofMade("PATCH", HOOKS, aHook, "", { paused: true }),
  "DELETE .../webhooks/{id}": () => ofMade("DELETE", HOOKS, aHook),
  "POST .../webhooks/{id}/enable": () => ofMade("POST", HOOKS, aHook, "/enable"),
  "POST .../webhooks/{id}/rotate-secret": () => ofMade("POST", HOOKS, aHook, "/rotate-secret", {}),
  "POST .../webhooks/{id}/ping": () => ofMade("POST", HOOKS, aHook, "/ping"),
  "POST .../webhooks/{id}/replay": () =>
    ofMade("POST", HOOKS, aHook, "/replay", { since: new Date().toISOString() }),
  "POST /detection-dictionaries": () => byMember("POST", DICTIONARIES, aDictionary),
  "PATCH /detection-dictionaries/{id}": () =>
    ofMade("PATCH", DICTIONARIES, aDictionary, "", { severity: "high" }),
  "DELETE /detection-dictionaries/{id}": () => ofMade("DELETE", DICTIONARIES, aDictionary),
};

describe("a change during which one store call fails can be sent again and ends as if none had", () => {
  it.each(Object.entries(ROWS))("%s", async (_route, prepare) => {
    expect(await sweep(prepare)).toEqual([]);
  });
});
