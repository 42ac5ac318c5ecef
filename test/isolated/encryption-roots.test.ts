import { env } from "cloudflare:workers";
import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { TenantId } from "../../src/access/index.ts";
import { createApp } from "../../src/app.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import {
  decryptField,
  encryptField,
  provisionKey,
  rotateRoots,
} from "../../src/encryption/index.ts";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { moveStaleKeyrings } from "../../src/encryption/move-stale-keyrings.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { showKey } from "../../src/encryption/show-key.ts";
import { listKeyrings, registerKeyring, staleTenants } from "../../src/encryption/store.ts";
import { pageRequest } from "../../src/http/contract/index.ts";
import { isRefusal, settle } from "../../src/http/index.ts";
import { database, livePlatform, type LogLine } from "../../src/platform/index.ts";
import { aKeyedTenant, BY, Clock, Isolate } from "../support/keyring.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const ROOT = { 1: "A".repeat(43), 2: `${"B".repeat(42)}A`, 3: `${"C".repeat(42)}A` };
const roots = (current: number, ...ids: (keyof typeof ROOT)[]) =>
  JSON.stringify({ current, roots: Object.fromEntries(ids.map((id) => [id, ROOT[id]])) });

const keyring = (tenantId: string) => env.KEYRING.get(env.KEYRING.idFromName(tenantId));

/** The root that D1 records for a tenant. */
const rootOf = async (tenantId: string) =>
  env.DB.prepare("SELECT root_id FROM keyrings WHERE tenant_id = ?")
    .bind(tenantId)
    .first<number>("root_id");

/** Gives the objects of these tenants the secret of another deployment. */
async function deploy(text: string, tenants: readonly string[], DB = env.DB): Promise<void> {
  for (const tenantId of tenants) {
    await runInDurableObject(keyring(tenantId), (object) => {
      Object.assign(object, { env: { ...env, DB, ENCRYPTION_ROOTS: text } });
    });
  }
}

/** A D1 that fails when this root is to be recorded for a tenant. */
function failingToNote(rootId: number): D1Database {
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query);
    if (!query.startsWith('update "keyrings"')) return statement;
    const bind = (...values: unknown[]) => {
      if (values[0] === rootId) throw new Error("D1 is out of reach");
      return statement.bind(...values);
    };
    return { bind };
  };
  return { prepare, batch: (all: D1PreparedStatement[]) => env.DB.batch(all) } as D1Database;
}

async function ask(method: string, path: string, text: string, as: string) {
  return createApp(livePlatform).fetch(
    new Request(`http://rampart.test${path}`, {
      method,
      headers: { authorization: `Bearer ${as}` },
    }),
    { ...env, ENCRYPTION_ROOTS: text },
    createExecutionContext(),
  );
}

interface Progress {
  tenants: number;
  moved: number;
  stale: number;
  roots: { rootId: number; tenants: number; removable: boolean; goneAt: string | null }[];
}

async function progress(text: string, as: string): Promise<Progress> {
  const answer = await ask("GET", "/admin/encryption/roots", text, as);
  expect(answer.status).toBe(200);
  return answer.json();
}

describe("rotating the root", () => {
  it("moves every tenant with visible progress, and older ciphertexts still decrypt", async () => {
    const clock = new Clock();
    const as = await anOperator();
    const tenants: TenantId[] = [];
    for (let count = 0; count < 5; count += 1) tenants.push(await aKeyedTenant(clock));
    const [first, second] = tenants as [TenantId, TenantId];
    const before = new Isolate(clock);
    const sealed = await Promise.all(
      tenants.map(async (tenantId) => {
        const { encrypted } = settle(
          await encryptField(before.access, tenantId, { value: tenantId }),
        );
        return encrypted;
      }),
    );
    settle(await rotateKey(before.access, first, BY));

    const both = roots(2, 1, 2);
    await deploy(both, tenants);
    expect(await progress(both, as)).toMatchObject({ tenants: 5, moved: 0, stale: 5 });
    const list = await ask("GET", "/admin/encryption/stale-tenants?limit=2", both, as);
    expect(await list.json()).toMatchObject({ total: 5, has_more: true });

    await deploy(roots(2, 2), [second]);
    const run = await ask("POST", "/admin/encryption/roots/move", both, as);
    expect(await run.json()).toMatchObject({ moved: 4, failed: 1, progress: { stale: 1 } });
    const stuck = await ask("GET", "/admin/encryption/stale-tenants", both, as);
    expect(await stuck.json()).toMatchObject({
      items: [{ tenantId: second, rootId: 1, failure: "encryption_unavailable" }],
    });
    expect((await progress(both, as)).roots).toMatchObject([
      { rootId: 1, tenants: 1, failed: 1, removable: false },
      { rootId: 2, tenants: 4, failed: 0, removable: false },
    ]);

    await deploy(both, [second]);
    const lines: LogLine[] = [];
    const platform = { ...livePlatform, log: (line: LogLine) => lines.push(line) };
    await rotateRoots({ ...env, ENCRYPTION_ROOTS: both }, platform);
    expect(lines).toMatchObject([{ event: "root_rotation", moved: 1, failed: 0 }]);
    expect(await progress(both, as)).toMatchObject({
      stale: 0,
      roots: [{ rootId: 1, tenants: 0, removable: true }, { rootId: 2 }],
    });

    const only = roots(2, 2);
    await deploy(only, tenants);
    const after = new Isolate(clock, { ENCRYPTION_ROOTS: only });
    const opened = await Promise.all(
      tenants.map((tenantId, at) =>
        decryptField(after.access, tenantId, { encrypted: sealed[at] ?? "" }, BY),
      ),
    );
    expect(opened).toEqual(tenants);
    const status = settle(await showKey(after.access, first));
    expect(status.versions.map(({ rootId }) => rootId)).toEqual([2, 2]);
  });

  it("makes the destruction of a key final once the roots that wrapped it are gone", async () => {
    const clock = new Clock();
    const as = await anOperator();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    settle(await rotateKey(isolate.access, tenantId, BY));
    settle(await changeVersion(isolate.access, tenantId, 1, "disable", BY));
    clock.pass(20_000);
    settle(await changeVersion(isolate.access, tenantId, 1, "destroy", BY));
    const both = roots(2, 1, 2);
    await deploy(both, [tenantId]);
    const platform = { ...livePlatform, now: clock.now, log: () => {} };
    await rotateRoots({ ...env, ENCRYPTION_ROOTS: both }, platform);
    const destruction = async () =>
      settle(await showKey(isolate.access, tenantId)).versions[0]?.destruction;
    expect(await destruction()).toMatchObject({ rootIds: [1], rootsGoneAt: null });
    clock.pass(60 * 60_000);
    await rotateRoots({ ...env, ENCRYPTION_ROOTS: roots(2, 2) }, platform);
    const gone = new Date(clock.at).toISOString();
    clock.pass(60 * 60_000);
    await rotateRoots({ ...env, ENCRYPTION_ROOTS: roots(2, 2) }, platform);
    expect(await destruction()).toMatchObject({ rootsGoneAt: gone, finalAt: gone });
    expect((await progress(roots(2, 2), as)).roots).toMatchObject([
      { rootId: 1, goneAt: gone },
      {},
    ]);
    await rotateRoots({ ...env, ENCRYPTION_ROOTS: both }, platform);
    expect(await destruction()).toMatchObject({ rootsGoneAt: null });
  });

  it("counts a tenant as stale whose object made a key under an older deployment's root", async () => {
    const clock = new Clock();
    const as = await anOperator();
    const [early, late] = [roots(1, 1, 2), roots(2, 1, 2)];
    const tenantId = await aKeyedTenant(clock);
    await deploy(late, [tenantId]);
    settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: late }, livePlatform));
    const staleOf = async (text: string) => {
      const path = "/admin/encryption/stale-tenants?limit=200";
      const answer = await ask("GET", path, text, as);
      const { items } = await answer.json<{ items: { tenantId: string; rootId: number }[] }>();
      return items.find((item) => item.tenantId === tenantId)?.rootId;
    };
    expect(await staleOf(late)).toBeUndefined();

    await deploy(early, [tenantId]);
    const isolate = new Isolate(clock, { ENCRYPTION_ROOTS: late });
    settle(await rotateKey(isolate.access, tenantId, BY));
    const sealed = settle(await encryptField(isolate.access, tenantId, { value: "kept" }));
    expect(await staleOf(late)).toBe(0);
    expect(await staleOf(early)).toBe(0);
    const [, old] = (await progress(late, as)).roots;
    expect(old).toMatchObject({ rootId: 1, removable: false });

    await deploy(late, [tenantId]);
    settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: late }, livePlatform));
    expect(await staleOf(late)).toBeUndefined();
    const after = new Isolate(clock, { ENCRYPTION_ROOTS: roots(2, 2) });
    expect(await decryptField(after.access, tenantId, sealed, BY)).toBe("kept");
  });

  it.each(["a first key", "a later key"])(
    "calls no root removable if an older deployment makes %s before a move is recorded",
    async (which) => {
      const clock = new Clock();
      const [early, late] = [roots(1, 1, 2), roots(2, 1, 2)];
      const tenantId = (await aTenant()) as TenantId;
      const isolate = new Isolate(clock, { ENCRYPTION_ROOTS: early });
      await deploy(early, [tenantId]);
      if (which === "a later key") settle(await provisionKey(isolate.access, tenantId, BY));
      else await registerKeyring(database(env), { tenantId, rootId: 1, provisionedAt: clock.at });
      await deploy(late, [tenantId]);
      const get = (id: DurableObjectId) => ({
        moveToCurrentRoot: async (...asked: Parameters<Keyring["moveToCurrentRoot"]>) => {
          const answer = await env.KEYRING.get(id).moveToCurrentRoot(...asked);
          await deploy(early, [tenantId]);
          const { access } = isolate;
          if (which === "a first key") settle(await provisionKey(access, tenantId, BY));
          else settle(await rotateKey(access, tenantId, BY));
          return answer;
        },
      });
      const idFromName = (name: string) => env.KEYRING.idFromName(name);
      const KEYRING = { idFromName, get } as unknown as Cloudflare.Env["KEYRING"];
      settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: late, KEYRING }, livePlatform));
      expect(await rootOf(tenantId)).not.toBe(2);
      const { roots: all } = await progress(late, await anOperator());
      expect(all.find(({ rootId }) => rootId === 1)).toMatchObject({ removable: false });
    },
  );

  it("calls no root removable if a move to it was cut off before it was recorded", async () => {
    const clock = new Clock();
    const as = await anOperator();
    const [early, late] = [roots(1, 1, 2), roots(2, 1, 2)];
    const tenantId = await aKeyedTenant(clock);
    await deploy(late, [tenantId], failingToNote(2));
    expect(await keyring(tenantId).moveToCurrentRoot(clock.at, tenantId)).toMatchObject({
      status: 503,
    });

    await deploy(early, [tenantId]);
    expect(await rootOf(tenantId)).toBe(0);
    const left = (await progress(early, as)).roots.find(({ rootId }) => rootId === 2);
    expect(left).toMatchObject({ removable: false });
    settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: early }, livePlatform));
    const view = await keyring(tenantId).view();
    expect(view?.versions).toMatchObject([{ rootId: 1, pastRoots: [1, 2, 1] }]);
    expect(await rootOf(tenantId)).toBe(1);
  });

  it("moves a tenant's other keys if one cannot be unwrapped, and records its root as unknown", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { access } = new Isolate(clock);
    settle(await rotateKey(access, tenantId, BY));
    await runInDurableObject(keyring(tenantId), (_object, { storage }) => {
      storage.sql.exec("UPDATE versions SET wrapped = zeroblob(60) WHERE version = 1");
    });
    await deploy(roots(2, 1, 2), [tenantId]);
    const outcome = await keyring(tenantId).moveToCurrentRoot(clock.at, tenantId);
    expect(outcome).toMatchObject({ status: 503 });
    const status = settle(await showKey(access, tenantId));
    expect(status.versions.map(({ rootId }) => rootId)).toEqual([1, 2]);
    expect(await rootOf(tenantId)).toBe(0);
  });

  it("records the new root for a tenant that is registered but has no key yet", async () => {
    const tenantId = (await aTenant()) as TenantId;
    await registerKeyring(database(env), { tenantId, rootId: 1, provisionedAt: 0 });
    const late = roots(2, 1, 2);
    await deploy(late, [tenantId]);
    settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: late }, livePlatform));
    expect(await rootOf(tenantId)).toBe(2);
  });

  it("records older_deployment instead of a move if a tenant's object has an older root", async () => {
    const tenantId = await aKeyedTenant(new Clock());
    await deploy(roots(1, 1, 2), [tenantId]);
    settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: roots(2, 1, 2) }, livePlatform));
    const { items } = await listKeyrings(database(env), pageRequest({ limit: 200 }), 2);
    expect(items.find((one) => one.tenantId === tenantId)).toMatchObject({
      rootId: 1,
      movedAt: null,
      failure: "older_deployment",
    });
    const other = { tenantId: `${tenantId}-behind`, rootId: 1, provisionedAt: 0 };
    await registerKeyring(database(env), other);
    const stale = await staleTenants(database(env), 2, 1_000);
    expect(stale.indexOf(tenantId)).toBeGreaterThan(stale.indexOf(other.tenantId));
  });

  it("records a first key under the root that wrapped it, not under the caller's root", async () => {
    const clock = new Clock();
    const tenantId = (await aTenant()) as TenantId;
    await deploy(roots(1, 1, 2), [tenantId]);
    const isolate = new Isolate(clock, { ENCRYPTION_ROOTS: roots(2, 1, 2) });
    settle(await provisionKey(isolate.access, tenantId, BY));
    expect(await rootOf(tenantId)).toBe(1);
  });

  it("records a tenant again when it is provisioned again after a restore of D1 to before its key", async () => {
    const clock = new Clock();
    const as = await anOperator();
    const tenantId = await aKeyedTenant(clock);
    const sealed = settle(await encryptField(new Isolate(clock).access, tenantId, { value: "v" }));
    await env.DB.prepare("DELETE FROM keyrings WHERE tenant_id = ?").bind(tenantId).run();
    const both = roots(2, 1, 2);
    await deploy(both, [tenantId]);
    const { access } = new Isolate(clock, { ENCRYPTION_ROOTS: both });
    expect(await provisionKey(access, tenantId, BY)).toBe(1);
    const old = (await progress(both, as)).roots.find(({ rootId }) => rootId === 1);
    expect(old).toMatchObject({ removable: false });
    settle(await moveStaleKeyrings({ ...env, ENCRYPTION_ROOTS: both }, livePlatform));
    expect(await rootOf(tenantId)).toBe(2);
    const after = new Isolate(clock, { ENCRYPTION_ROOTS: roots(2, 2) });
    await deploy(roots(2, 2), [tenantId]);
    expect(await decryptField(after.access, tenantId, sealed, BY)).toBe("v");
  });

  it("503 and no key is made if a root's number has other bytes than before", async () => {
    const clock = new Clock();
    const tenantId = (await aTenant()) as TenantId;
    const isolate = new Isolate(clock);
    settle(await provisionKey(isolate.access, (await aTenant()) as TenantId, BY));
    const wrong = JSON.stringify({ current: 1, roots: { 1: ROOT[3], 4: ROOT[2] } });
    await deploy(wrong, [tenantId]);
    const refused = await provisionKey(isolate.access, tenantId, BY);
    expect(refused).toMatchObject({ status: 503, error: "encryption_unavailable" });
    const known = (await progress(roots(1, 1), await anOperator())).roots;
    expect(known.map(({ rootId }) => rootId)).not.toContain(4);
    await deploy(roots(1, 1), [tenantId]);
    expect(await provisionKey(isolate.access, tenantId, BY)).toBe(1);
  });
});

describe("with another ENVIRONMENT than the one that keys were made in", () => {
  it("503 for a rotation, because its key would be lost with the right ENVIRONMENT", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const isolate = new Isolate(clock);
    const alsoNew = roots(2, 1, 2);
    for (const ENCRYPTION_ROOTS of [env.ENCRYPTION_ROOTS, alsoNew]) {
      await runInDurableObject(keyring(tenantId), (object) => {
        Object.assign(object, { env: { ...env, ENCRYPTION_ROOTS, ENVIRONMENT: "elsewhere" } });
      });
      expect(await rotateKey(isolate.access, tenantId, BY)).toMatchObject({ status: 503 });
    }
    await deploy(alsoNew, [tenantId]);
    expect(await rotateKey(isolate.access, tenantId, BY)).toMatchObject({ newVersion: 2 });
  });

  it("a rotation works if an older version recorded the root's fingerprint, without ENVIRONMENT", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const older = "7e2bfc535232c82c";
    await env.DB.prepare(
      "INSERT INTO encryption_roots (id, fingerprint, first_seen_at) VALUES (3, ?, 0)",
    )
      .bind(older)
      .run();
    await deploy(roots(3, 1, 3), [tenantId]);
    const rotated = await rotateKey(new Isolate(clock).access, tenantId, BY);
    expect(rotated).toMatchObject({ newVersion: 2 });
  });
});

describe("without the root secret", () => {
  it("503 with Retry-After for every operation, and never a plaintext", async () => {
    const clock = new Clock();
    const tenantId = await aKeyedTenant(clock);
    const { encrypted } = settle(
      await encryptField(new Isolate(clock).access, tenantId, { value: "secret" }),
    );
    await deploy("", [tenantId]);
    const bare = new Isolate(clock, { ENCRYPTION_ROOTS: "" }).access;
    const outcomes = [
      await encryptField(bare, tenantId, { value: "x" }),
      await decryptField(bare, tenantId, { encrypted }, BY),
      await provisionKey(bare, (await aTenant()) as TenantId, BY),
      await rotateKey(bare, tenantId, BY),
    ];
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    }
    expect(outcomes.every(isRefusal)).toBe(true);
    const as = await anOperator();
    const answer = await ask("GET", "/admin/encryption/roots", "", as);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    await rotateRoots({ ...env, ENCRYPTION_ROOTS: "" }, { ...livePlatform, log: () => {} });
  });

  it("403 for a member at GET /admin/encryption/roots", async () => {
    const as = await aMember(await aTenant());
    const answer = await ask("GET", "/admin/encryption/roots", roots(1, 1), as);
    expect(answer.status).toBe(403);
  });
});
