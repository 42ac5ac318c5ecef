import { describe, expect, it } from "vitest";
import fleet from "../../public/openapi/fleet.json";
import { call } from "../support/call.ts";
import { aSource } from "../support/intel.ts";
import { anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

/** Something that a PATCH changes, as the operator sees it. */
interface Thing {
  path: string;
  /** What every change has to name. */
  base?: object;
  /** A field with the value that it has already. */
  same: object;
  read: () => Promise<unknown>;
}

type Maker = (tenantId: string, as: string) => Promise<Thing>;

const idOf = async (answer: Promise<Response>) => (await (await answer).json<{ id: string }>()).id;
const reader = (path: string, as: string) => async () => (await call("GET", path, { as })).json();

/** The item of a list that has this id. */
function inList(path: string, id: string, as: string) {
  return async () => {
    const { items } = await (await call("GET", path, { as })).json<{ items: { id: string }[] }>();
    return items.find((one) => one.id === id);
  };
}

/** By the path of its PATCH, how each thing is made. */
const MAKERS: Record<string, Maker> = {
  "/admin/tenants/{tenantId}": async (tenantId, as) => {
    const path = `/admin/tenants/${tenantId}`;
    return { path, same: { name: tenantId }, read: reader(path, as) };
  },
  "/admin/tenants/{tenantId}/api-keys/{id}": async (tenantId, as) => {
    const list = `/admin/tenants/${tenantId}/api-keys`;
    const body = { name: "a key", scopes: ["urlsearch"] };
    const id = await idOf(call("POST", list, { as, body }));
    return { path: `${list}/${id}`, same: { name: "a key" }, read: inList(list, id, as) };
  },
  "/admin/fleet/settings/{tenantId}": async (tenantId, as) => {
    const path = `/admin/fleet/settings/${tenantId}`;
    return { path, same: { intervalPercent: 100 }, read: reader(path, as) };
  },
  "/detection-dictionaries/{id}": async (tenantId, as) => {
    const body = { tenantId, name: "words", kind: "terms", entries: [] };
    const path = `/detection-dictionaries/${await idOf(call("POST", "/detection-dictionaries", { as, body }))}`;
    return { path, same: { name: "words" }, read: reader(path, as) };
  },
  "/ai/settings": async (tenantId, as) => {
    const read = reader(`/ai/settings?tenantId=${tenantId}`, as);
    return { path: "/ai/settings", base: { tenantId }, same: { maxTokens: null }, read };
  },
  "/encryption/keys/{tenantId}": async (tenantId, as) => {
    const headers = { "x-internal-service-key": await aServiceKey() };
    await call("POST", "/encryption/provision-key", { headers, body: { tenantId } });
    const path = `/encryption/keys/${tenantId}`;
    return { path, same: { minEncryptionVersion: 1 }, read: reader(path, as) };
  },
  "/admin/tenants/{tenantId}/webhooks/{id}": async (_tenantId, as) => {
    const { path } = await aReceiver();
    return { path, same: { ordered: false }, read: reader(path, as) };
  },
  "/admin/intel/sources/{id}": async (_tenantId, as) => {
    const id = await aSource();
    const read = inList("/admin/intel/sources", id, as);
    return { path: `/admin/intel/sources/${id}`, same: { refresh: false }, read };
  },
};

const PATHS = Object.keys(MAKERS);
/** The contract says 204 for any partial dictionary, and one without fields is partial too. */
const DICTIONARY = "/detection-dictionaries/{id}";
/** The time of an endpoint's change is the version by which its object goes, and always grows. */
const WITH_VERSIONS = "/admin/tenants/{tenantId}/webhooks/{id}";

async function make(path: string) {
  const as = await anOperator();
  const maker = MAKERS[path];
  if (maker === undefined) throw new Error(`nothing is made for ${path}`);
  const thing = await maker(await aTenant(), as);
  const change = (fields: object) =>
    call("PATCH", thing.path, { as, body: { ...thing.base, ...fields } });
  return { ...thing, change };
}

describe("PATCH", () => {
  it("is tested below at each address that the description has for it", () => {
    const described = Object.entries(fleet.paths).filter(([, methods]) => "patch" in methods);
    expect(PATHS.toSorted()).toEqual(described.map(([path]) => path).toSorted());
  });

  it.each(PATHS.filter((path) => path !== DICTIONARY))(
    "%s: 400 for a change of nothing, as the description says",
    async (path) => {
      const { change, read } = await make(path);
      const before = await read();
      const answer = await change({});
      expect(answer.status).toBe(400);
      const details = [{ path: "", message: "must change something" }];
      expect(await answer.json()).toMatchObject({ error: "invalid_request", details });
      expect(await read()).toEqual(before);
    },
  );

  it.each(PATHS)("%s: 400 for an unknown field, and nothing of the rest changes", async (path) => {
    const { change, read, same } = await make(path);
    const before = await read();
    expect((await change({ ...same, name: "another", nobody: 1 })).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it.each(PATHS.filter((path) => path !== WITH_VERSIONS))(
    "%s: a value that is there already moves no time of change",
    async (path) => {
      const { change, read, same } = await make(path);
      const before = await read();
      expect([200, 204]).toContain((await change(same)).status);
      expect(await read()).toEqual(before);
    },
  );

  it.each(PATHS.filter((path) => path !== DICTIONARY))(
    "%s: 200 with what a GET shows",
    async (path) => {
      const { change, read, same } = await make(path);
      const answer = await change(same);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual(await read());
    },
  );
});
