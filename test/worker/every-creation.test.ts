import { describe, expect, it } from "vitest";
import fleet from "../../public/openapi/fleet.json";
import { call } from "../support/call.ts";
import { noteSource } from "../support/forget-sources.ts";
import { anOperator, aTenant } from "../support/people.ts";

type Body = Record<string, unknown>;

interface Creation {
  /** The address of the list, if the description's path has parameters. */
  path?: (tenantId: string) => string;
  body: (tenantId: string) => Body;
  /** Whether a GET at the address of the new thing is described. */
  isRead: boolean;
}

const ofTenant = (rest: string) => (tenantId: string) => `/admin/tenants/${tenantId}/${rest}`;

/** By its path, each POST that makes something with an address of its own. */
const CREATIONS: Record<string, Creation> = {
  "/admin/tenants": { body: (id) => ({ tenantId: `${id}-new`, name: "New" }), isRead: true },
  "/admin/tokens": {
    body: (id) => ({ name: "new", permissions: ["fleet:read"], tenants: [id] }),
    isRead: false,
  },
  "/admin/service-keys": {
    body: (id) => ({ name: "new", operations: ["encrypt"], tenants: [id] }),
    isRead: false,
  },
  "/admin/tenants/{tenantId}/api-keys": {
    path: ofTenant("api-keys"),
    body: () => ({ name: "new", scopes: ["urlsearch"] }),
    isRead: false,
  },
  "/admin/enrollment-codes": { body: (tenantId) => ({ tenantId }), isRead: false },
  "/admin/policies": {
    body: (tenantId) => ({ tenantId, name: "new", document: {} }),
    isRead: true,
  },
  "/admin/tenants/{tenantId}/webhooks": {
    path: ofTenant("webhooks"),
    body: () => ({ url: "http://localhost:9/hook", events: ["ping"] }),
    isRead: true,
  },
  "/admin/intel/sources": {
    body: (tenantId) => ({
      id: tenantId,
      title: "new",
      kind: "ip",
      format: "ip-list",
      category: "c2",
      reliability: 1,
    }),
    isRead: false,
  },
  "/admin/tenants/{tenantId}/intel/entries": {
    path: ofTenant("intel/entries"),
    body: () => ({ action: "deny", value: "new.example" }),
    isRead: false,
  },
  "/ai/prompts/versions": {
    body: (tenantId) => ({
      tenantId,
      name: "rag",
      template: { en: "{{fence}} Be kind." },
      commitMessage: "new",
    }),
    isRead: true,
  },
};

/** What these make has no address: it is a part of something else, or of a list alone. */
const WITHOUT_ADDRESS = [
  "/admin/ai/prices",
  "/admin/invites",
  "/admin/policies/{id}/revisions",
  "/admin/tenants/{tenantId}/inspections/{id}/feedback",
];
/** Tested with a model, in ai-prompts.test.ts. */
const EVALUATION = "/ai/prompts/evaluations";
const ROTATION = "/admin/tenants/{tenantId}/api-keys/{id}/rotate";

async function make(template: string) {
  const [as, tenantId] = [await anOperator(), await aTenant()];
  const creation = CREATIONS[template];
  if (creation === undefined) throw new Error(`nothing is made at ${template}`);
  const path = creation.path?.(tenantId) ?? template;
  const answer = await call("POST", path, { as, body: creation.body(tenantId) });
  expect([template, answer.status]).toEqual([template, 201]);
  const made = await answer.json<Body>();
  if (template === "/admin/intel/sources") noteSource(tenantId);
  return { as, path, made, location: answer.headers.get("location") ?? "none" };
}

describe("201", () => {
  it("is tested here for each creation of the description", () => {
    const described = Object.entries(fleet.paths)
      .filter(([, one]) => "post" in one && "201" in one.post.responses)
      .map(([path]) => path);
    const known = [...Object.keys(CREATIONS), ...WITHOUT_ADDRESS, EVALUATION, ROTATION];
    expect(known.toSorted()).toEqual(described.toSorted());
  });

  it.each(Object.entries(CREATIONS).filter(([, { isRead }]) => isRead))(
    "POST %s: Location is where a GET shows what was made",
    async (template) => {
      const { as, made, location } = await make(template);
      const read = await call("GET", location, { as });
      expect([location, read.status]).toEqual([location, 200]);
      const { secret: _secret, ...shown } = made;
      expect(await read.json()).toEqual(shown);
    },
  );

  it.each(Object.entries(CREATIONS).filter(([, { isRead }]) => !isRead))(
    "POST %s: Location is where what was made is deleted",
    async (template) => {
      const { as, path, made, location } = await make(template);
      expect(location).toBe(`${path}/${made["id"] as string}`);
      expect((await call("DELETE", location, { as })).status).toBe(204);
    },
  );

  it("POST .../api-keys/{id}/rotate: Location is the address of the new key", async () => {
    const { as, path, location: old } = await make("/admin/tenants/{tenantId}/api-keys");
    const answer = await call("POST", `${old}/rotate`, { as });
    const { id } = await answer.json<Body>();
    expect(answer.headers.get("location")).toBe(`${path}/${id as string}`);
    expect(old).not.toBe(answer.headers.get("location"));
  });
});
