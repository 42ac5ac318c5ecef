import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken, recordAudit, type Person } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const DAY = Date.parse("2026-03-02T00:00:00Z");
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(DAY + hours * HOUR_MS).toISOString();

interface Page {
  items: { target: string; actor: string }[];
  total: number;
  cursor: string | null;
}

async function writeEntry(tenantId: string, more: Partial<Parameters<typeof recordAudit>[1]>) {
  const entry = { at: DAY, actor: "system:test", action: "tenant.changed", tenantId, ...more };
  await recordAudit(database(env), entry);
}

async function asked(as: string, query: Record<string, string>): Promise<Page> {
  const answer = await call("GET", `/admin/audit?${new URLSearchParams(query).toString()}`, { as });
  expect(answer.status).toBe(200);
  return answer.json<Page>();
}

async function targets(as: string, query: Record<string, string>): Promise<string[]> {
  return (await asked(as, query)).items.map(({ target }) => target);
}

/** The id of a token that a person of the portal issued. */
async function tokenOf(personId: string, tenants: string[]): Promise<string> {
  const by: Person = {
    kind: "member",
    subject: `person:${personId}`,
    reach: tenants,
    permissions: new Set(["dict:read"]),
    personId,
  };
  const order = { name: "CI", permissions: ["dict:read"] as const };
  return settle(await issueToken(database(env), by, order, Date.now())).id;
}

describe("GET /admin/audit?actor=", () => {
  it("200 with the entries of one actor, by its full name or by its id alone", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    for (const actor of ["service:abc", "token:abc", "agent:abc", "oidc:https://i.example#abc"]) {
      await writeEntry(tenantId, { actor, target: actor });
    }
    expect(await targets(as, { actor: "service:abc" })).toEqual(["service:abc"]);
    expect(await targets(as, { actor: "oidc:https://i.example#abc" })).toHaveLength(1);
    const all = ["agent:abc", "token:abc", "service:abc"];
    expect(await targets(as, { actor: "abc" })).toEqual(all);
    expect(await targets(as, { actor: "ab" })).toEqual([]);
  });

  it("200 with a person's actions in the portal and by the person's tokens", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const { personId } = await aVisitor("owner", [tenantId]);
    const token = await tokenOf(personId, [tenantId]);
    await writeEntry(tenantId, { actor: `person:${personId}`, target: "by hand" });
    await writeEntry(tenantId, { actor: `token:${token}`, target: "by token" });
    await writeEntry(tenantId, { actor: "token:another", target: "by another" });
    for (const actor of [personId, `person:${personId}`]) {
      const found = await targets(as, { actor, action: "tenant.changed" });
      expect(found).toEqual(["by token", "by hand"]);
    }
    expect(await targets(as, { actor: `token:${token}` })).toEqual(["by token"]);
  });

  it("200 without revealing to a tenant's reader who owns an operator's token", async () => {
    const tenantId = await aTenant();
    const { personId } = await aVisitor("owner", undefined, "Staff");
    const order = { name: "CI", permissions: ["dict:read"] as const };
    const by: Person = {
      kind: "operator",
      subject: `person:${personId}`,
      reach: "all",
      permissions: new Set(["dict:read"]),
      personId,
    };
    const { id } = settle(await issueToken(database(env), by, order, Date.now()));
    await writeEntry(tenantId, { actor: `token:${id}`, target: "by staff" });
    const mine = await aMember(tenantId);
    expect(await targets(mine, { actor: personId })).toEqual([]);
    expect(await targets(mine, { actor: "Staff" })).toEqual([]);
    expect(await targets(mine, { actor: id })).toEqual(["by staff"]);
    expect(await targets(await anOperator(), { actor: personId, tenantId })).toEqual(["by staff"]);
  });

  it("200 without another tenant's entries by the same actor", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    await writeEntry(other, { actor: "service:shared", target: "theirs" });
    await writeEntry(mine, { actor: "service:shared", target: "mine" });
    expect(await targets(await aMember(mine), { actor: "service:shared" })).toEqual(["mine"]);
  });
});

describe("GET /admin/audit?from=&to=", () => {
  it("200 with entries from the first moment on and before the last, in the order of writing", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    for (const hour of [5, 1, 3, 4, 2]) {
      await writeEntry(tenantId, { at: DAY + hour * HOUR_MS, target: String(hour) });
    }
    expect(await targets(as, { from: at(2), to: at(4) })).toEqual(["2", "3"]);
    expect(await targets(as, { from: at(3), to: at(9) })).toEqual(["4", "3", "5"]);
    expect(await targets(as, { to: at(3), from: at(0) })).toEqual(["2", "1"]);
    expect(await targets(as, { from: "2026-03-02T03:00:00+02:00", to: at(2) })).toEqual(["1"]);
    expect(await asked(as, { from: at(6), to: at(7) })).toMatchObject({ total: 0, cursor: null });
    const until = await targets(as, { to: at(2), action: "tenant.changed" });
    expect(until).toEqual(["1"]);
    expect(await targets(as, { from: at(5), action: "tenant.changed" })).toEqual(["5"]);
  });

  it.each([
    [{ from: at(2), to: at(2) }, "to"],
    [{ from: at(2), to: at(1) }, "to"],
    [{ from: "yesterday" }, "from"],
    [{ to: "2026-03-02" }, "to"],
    [{ actor: "" }, "actor"],
    [{ actor: "x".repeat(513) }, "actor"],
  ])("400 for %o, with %s in the details", async (query, path) => {
    const as = await aMember(await aTenant());
    const answer = await call("GET", `/admin/audit?${new URLSearchParams(query).toString()}`, {
      as,
    });
    expect(answer.status).toBe(400);
    const { details } = await answer.json<{ details: { path: string }[] }>();
    expect(new Set(details.map((detail) => detail.path))).toEqual(new Set([path]));
  });
});

describe("GET /admin/audit with all filters together", () => {
  it("200 page by page with only the entries that match all filters, each once", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const actor = "service:robot";
    for (let minute = 0; minute < 12; minute += 1) {
      const fits = { at: DAY + minute * 60_000, actor, target: `${minute}` };
      await writeEntry(tenantId, fits);
      await writeEntry(tenantId, { ...fits, actor: "service:other", target: "actor" });
      await writeEntry(tenantId, { ...fits, action: "tenant.created", target: "action" });
      await writeEntry(tenantId, { ...fits, at: DAY + HOUR_MS, target: "time" });
    }
    const query = { actor, action: "tenant.changed", from: at(0), to: at(1), limit: "5" };
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: Page = await asked(as, { ...query, ...(cursor === "" ? {} : { cursor }) });
      expect(page.total).toBe(12);
      // Counted at the first page and carried on: an entry written meanwhile is on no page.
      await writeEntry(tenantId, { at: DAY, actor, target: "late" });
      seen.push(...page.items.map(({ target }) => target));
      ({ cursor } = page);
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, minute) => String(11 - minute)));
  });

  it("403 without the permission to read the log, 401 for a service key", async () => {
    const as = await aMember(await aTenant(), ["dict:read"]);
    expect((await call("GET", "/admin/audit?actor=x", { as })).status).toBe(403);
    const headers = { "x-internal-service-key": await aServiceKey() };
    expect((await call("GET", "/admin/audit?actor=x", { headers })).status).toBe(401);
  });
});
