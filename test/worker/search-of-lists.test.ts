import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { listServiceKeys, listTokens } from "../../src/access/credential-store.ts";
import { listPeople } from "../../src/access/index.ts";
import { listCodes } from "../../src/fleet/codes/code-store.ts";
import { pageRequest } from "../../src/http/contract/index.ts";
import { randomBase62, type Database } from "../../src/platform/index.ts";
import { listApiKeys } from "../../src/tenants/api-keys/store.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";
import { plansOf } from "../support/plans-of.ts";
import { rowsRead } from "../support/rows-read.ts";
import { aVisitor } from "../support/visitor.ts";

interface Listed {
  total: number;
  has_more: boolean;
  items: Record<string, string>[];
}

const read = async (as: string, path: string, query: Record<string, string>) => {
  const answer = await call("GET", `${path}?${String(new URLSearchParams(query))}`, { as });
  expect(answer.status).toBe(200);
  return answer.json<Listed>();
};
const make = async (as: string, path: string, body: object) => {
  const answer = await call("POST", path, { as, body });
  expect(answer.status).toBe(201);
  return answer.json<{ id: string; last4: string }>();
};
/** A word that no other test's rows have. */
const aWord = () => `w${randomBase62(10)}`;

interface Kind {
  as: string;
  path: string;
  order: object;
  prefix: string;
  /** The field that says what a row is called. */
  naming?: string;
}

/** Two rows, and the words by which only the first is found. */
async function twoOf({ as, path, order, prefix, naming = "name" }: Kind) {
  const word = aWord();
  const first = await make(as, path, { ...order, [naming]: `Ñandú_50% ${word}` });
  await make(as, path, { ...order, [naming]: `Nandu 500 ${word}` });
  const { id, last4 } = first;
  const found = [`ñANDÚ_50% ${word}`, `50% ${word}`, prefix + id, id, `…${last4}`];
  return { word, id, found };
}

const KEY = { scopes: ["urlsearch"] };
const kinds: Record<string, () => Promise<Kind>> = {
  "API keys": async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const path = `/admin/tenants/${tenantId}/api-keys`;
    return { as, path, order: KEY, prefix: "rmp_live_" };
  },
  "access tokens": async () => {
    const as = await aMember(await aTenant());
    return {
      as,
      path: "/admin/tokens",
      order: { permissions: ["fleet:read"] },
      prefix: "rmp_pat_",
    };
  },
  "enrolment codes": async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const path = "/admin/enrollment-codes";
    return { as, path, order: { tenantId }, prefix: "rmp_enr_", naming: "region" };
  },
  "service keys": async () => {
    const as = await anOperator();
    return {
      as,
      path: "/admin/service-keys",
      order: { operations: ["encrypt"] },
      prefix: "rmp_svc_",
    };
  },
};

function ofKind(name: string): Promise<Kind> {
  const begin = kinds[name];
  if (begin === undefined) throw new Error(`there are no ${name}`);
  return begin();
}

describe.each(Object.entries(kinds))("the list of %s with q", (_what, begin) => {
  it("200 by a part of the name, how it begins, its id and its last characters", async () => {
    const kind = await begin();
    const { as, path, naming = "name" } = kind;
    const { word, id, found } = await twoOf(kind);
    for (const q of found) {
      const { items } = await read(as, path, { q });
      expect([q, items.map((one) => one["id"])]).toEqual([q, expect.arrayContaining([id])]);
      expect(items.filter((one) => one[naming] === `Nandu 500 ${word}`)).toEqual([]);
    }
    expect(await read(as, path, { q: ` ${word} ` })).toMatchObject({ total: 2 });
  });

  it("200 with pages of what fits alone; % and _ stand for themselves", async () => {
    const kind = await begin();
    const { as, path } = kind;
    const { word } = await twoOf(kind);
    const pages = [];
    for (const page of ["1", "2"]) pages.push(await read(as, path, { q: word, limit: "1", page }));
    expect(pages).toMatchObject([
      { total: 2, has_more: true },
      { total: 2, has_more: false },
    ]);
    expect(pages[0]?.items[0]?.["id"]).not.toBe(pages[1]?.items[0]?.["id"]);
    for (const q of [`%${word}`, `_${word}`, `Nandu%${word}`, "' or 1=1 --"]) {
      expect([q, (await read(as, path, { q })).total]).toEqual([q, 0]);
    }
  });

  it.each(["q=", "q=%20", `q=${"x".repeat(129)}`, "q=a&q=b"])("400 for ?%s", async (query) => {
    const { as, path } = await begin();
    expect((await call("GET", `${path}?${query}`, { as })).status).toBe(400);
  });
});

describe("another tenant's rows", () => {
  it("are never found by q", async () => {
    const word = aWord();
    const [mine, others] = [await ofKind("API keys"), await ofKind("API keys")];
    await make(others.as, others.path, { ...KEY, name: word });
    expect((await read(mine.as, mine.path, { q: word })).total).toBe(0);
    await make(others.as, "/admin/tokens", { permissions: ["fleet:read"], name: word });
    expect((await read(mine.as, "/admin/tokens", { q: word })).total).toBe(0);
    expect((await read(others.as, "/admin/tokens", { q: word })).total).toBe(1);
    const [mineAgain, another] = [await ofKind("enrolment codes"), await ofKind("enrolment codes")];
    const { as, path, order } = another;
    await make(as, path, { ...order, roles: ["collector", word] });
    expect((await read(mineAgain.as, path, { q: word })).total).toBe(0);
    expect(await read(as, path, { q: word })).toMatchObject({
      total: 1,
      items: [{ roles: ["collector", word] }],
    });
    expect((await read(as, path, { q: `collector","${word}` })).total).toBe(0);
  });
});

it("GET /admin/operators finds people by a part of the name or address, and by their id", async () => {
  const word = aWord();
  const { personId } = await aVisitor("viewer", undefined, `Ana.Ñ.${word}@example.com`);
  await aVisitor("viewer", undefined, `Bea.${word}@example.com`);
  await aVisitor("viewer", [await aTenant()], `ana.ñ.${word}@example.com`);
  const as = await anOperator();
  for (const q of [`ana.ñ.${word}`, `Ñ.${word}@EXAMPLE`, personId]) {
    expect(await read(as, "/admin/operators", { q })).toMatchObject({
      total: 1,
      items: [{ personId }],
    });
  }
  expect((await read(as, "/admin/operators", { q: word })).total).toBe(2);
});

describe("a search reads no more rows than the list without it", () => {
  const page = pageRequest({});
  const q = "no row has this";
  const OF_T = { reach: ["t"], tenantId: undefined };
  it.each<[string, (db: Database, q?: string) => Promise<unknown>]>([
    ["API keys", async (db, q) => listApiKeys(db, "t", page, q)],
    ["tokens", async (db, q) => listTokens(db, { reach: ["t"], q }, page)],
    ["service keys", async (db, q) => listServiceKeys(db, page, q)],
    ["enrolment codes", async (db, q) => listCodes(db, { ...OF_T, q }, page)],
    ["people", async (db, q) => listPeople(db, "t", page, 1, q)],
  ])("of %s", async (_what, ask) => {
    expect(await rowsRead((db) => ask(db, q))).toBeLessThanOrEqual(await rowsRead((db) => ask(db)));
  });

  it("of enrolment codes, however many roles they have", async () => {
    const [tenantId, path] = [await aTenant(), "/admin/enrollment-codes"];
    const as = await aMember(tenantId);
    const roles = ['a "b" \\', ",", "[c]", '\\"'];
    await make(as, path, { tenantId, roles });
    const ask = (word?: string) =>
      rowsRead(async (db) => listCodes(db, { reach: [tenantId], tenantId, q: word }, page));
    expect(await ask(q)).toBeLessThanOrEqual(await ask());
    for (const role of [...roles, roles.join(", ")]) {
      expect([role, (await read(as, path, { q: role })).total]).toEqual([role, 1]);
    }
    for (const no of ['["a', '","', "\\\\"]) {
      expect([no, (await read(as, path, { q: no })).total]).toEqual([no, 0]);
    }
  });

  it("of API keys: those of the tenant alone, by its index", async () => {
    const plans = await plansOf(async (db) => listApiKeys(db, "t", page, q));
    for (const [first] of plans) {
      expect(first).toBe("SEARCH api_keys USING INDEX api_keys_tenant (tenant_id=?)");
    }
    const ask = () => rowsRead(async (db) => listApiKeys(db, "t", page, q));
    const [tenantId, before] = [await aTenant(), await ask()];
    await env.DB.prepare(
      `insert into api_keys (id, tenant_id, hash, last4, name, scopes, allowed_addresses, created_by, created_at)
       select ?1 || value, ?1, '', '', ?2, 1, '[]', 't', 0 from json_each('[1,2,3,4,5,6,7,8,9]')`,
    )
      .bind(tenantId, q)
      .run();
    expect(await ask()).toBe(before);
  });
});
