import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { anOperator } from "../support/people.ts";

type Asked = Record<string, DurableObjectNamespaceGetDurableObjectOptions | undefined>;

/** The namespaces of a tenant's objects, which tell where an object was asked to be. */
function watched(asked: Asked, broken?: "KEYRING") {
  const watch = <T extends Rpc.DurableObjectBranded>(
    name: string,
    objects: DurableObjectNamespace<T>,
  ) =>
    new Proxy(objects, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (property !== "get") return typeof value === "function" ? value.bind(target) : value;
        return (id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) => {
          asked[name] = options;
          if (name === broken) return { place: async () => Promise.reject(new Error("away")) };
          return target.get(id, options);
        };
      },
    });
  return {
    TENANT_GATE: watch("TENANT_GATE", env.TENANT_GATE),
    KEYRING: watch("KEYRING", env.KEYRING),
    KNOWLEDGE: watch("KNOWLEDGE", env.KNOWLEDGE),
  };
}

let authorization = "";

beforeAll(async () => {
  authorization = `Bearer ${await anOperator()}`;
});

async function create(app: ReturnType<typeof anApp>, body: object) {
  return app.request("/admin/tenants", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ name: "Far away", ...body }),
  });
}

const anId = () => `far-${crypto.randomUUID().slice(0, 8)}`;

describe("the location of a new tenant", () => {
  it("201 with a location: the tenant's gate, keyring and knowledge objects are placed there", async () => {
    const asked: Asked = {};
    const tenantId = anId();
    const answer = await create(anApp({}, watched(asked)), { tenantId, location: "sam" });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ tenantId, location: "sam" });
    const near = { locationHint: "sam" };
    expect(asked).toEqual({ TENANT_GATE: near, KEYRING: near, KNOWLEDGE: near });
  });

  it("201 without a location: no object is placed", async () => {
    const asked: Asked = {};
    const answer = await create(anApp({}, watched(asked)), { tenantId: anId() });
    expect(await answer.json()).toMatchObject({ location: null });
    expect(asked).toEqual({});
  });

  it("201 if an object cannot be reached, and the log names the tenant", async () => {
    const app = anApp({}, watched({}, "KEYRING"));
    const tenantId = anId();
    const answer = await create(app, { tenantId, location: "weur" });
    expect(answer.status).toBe(201);
    const line = { level: "warn", event: "object_not_placed", tenantId, locationHint: "weur" };
    expect(app.lines).toContainEqual(expect.objectContaining(line));
  });

  it("400 for an unknown location", async () => {
    const answer = await create(anApp(), { tenantId: anId(), location: "mars" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "location" }] });
  });
});
