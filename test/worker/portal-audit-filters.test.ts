import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueServiceKey, issueToken, recordAudit } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database, randomBase62 } from "../../src/platform/index.ts";
import { aTenant, ROOT } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const DAY = Date.parse("2026-03-02T00:00:00Z");
const HOUR_MS = 3_600_000;

async function pageOf(who: Visitor, path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams(query).toString();
  const answer = await who.get(`${path}${search === "" ? "" : `?${search}`}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

async function line(tenantId: string, actor: string, target: string, at = DAY) {
  const entry = { at, actor, action: "tenant.changed", tenantId, target: `mark-${target}-` };
  await recordAudit(database(env), entry);
}

const marksOf = (page: string) => Array.from(page.matchAll(/>mark-(\w+)-</g), ([, mark]) => mark);
const olderOf = (page: string) =>
  /<a rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";

/** A tenant with two owners of unique names, each with a line. */
async function aTenantOfTwo() {
  const tenantId = await aTenant();
  const mark = randomBase62(8);
  const ana = await aVisitor("owner", [tenantId], `Ána ${mark}`);
  const luis = await aVisitor("owner", [tenantId], `Luis ${mark}`);
  await line(tenantId, `person:${ana.personId}`, "ana");
  await line(tenantId, `person:${luis.personId}`, "luis");
  return { tenantId, mark, ana, luis, path: `/portal/t/${tenantId}/audit` };
}

describe("the audit log page of a tenant", () => {
  it("finds lines by part of the actor's name in any case, by the person's id and by the stored actor", async () => {
    const { mark, ana, luis, path } = await aTenantOfTwo();
    const found = async (who: string) => marksOf(await pageOf(ana, path, { who }));
    expect(await found(` áNA ${mark.toLowerCase()} `)).toEqual(["ana"]);
    expect(await found(mark)).toEqual(["luis", "ana"]);
    expect(await found(luis.personId)).toEqual(["luis"]);
    expect(await found(`person:${luis.personId}`)).toEqual(["luis"]);
    expect(await found(`%${mark}`)).toEqual([]);
  });

  it("finds no operator by a name that its reader may not see", async () => {
    const { tenantId, ana, path } = await aTenantOfTwo();
    const name = `Staff ${randomBase62(8)}`;
    const staff = await aVisitor("owner", undefined, name);
    await line(tenantId, `person:${staff.personId}`, "staff");
    expect(marksOf(await pageOf(ana, path, { who: name }))).toEqual([]);
    expect(marksOf(await pageOf(staff, path, { who: name }))).toEqual(["staff"]);
    const all = await pageOf(staff, "/portal/audit", { who: name, action: "tenant.changed" });
    expect(marksOf(all)).toEqual(["staff"]);
  });

  it("finds no token or service by a name that its reader may not see", async () => {
    const { tenantId, ana, path } = await aTenantOfTwo();
    const db = database(env);
    const name = `CI ${randomBase62(8)}`;
    const token = settle(
      await issueToken(db, ROOT, { name, permissions: ["keys:read"] }, Date.now()),
    );
    const order = { name, operations: ["decrypt"] } as const;
    const service = settle(await issueServiceKey(db, ROOT, order, Date.now()));
    await line(tenantId, `token:${token.id}`, "token");
    await line(tenantId, `service:${service.id}`, "service");
    expect(marksOf(await pageOf(ana, path, { who: name }))).toEqual([]);
    const staff = await aVisitor("owner");
    expect(marksOf(await pageOf(staff, path, { who: name }))).toEqual(["service", "token"]);
  });

  it("shows the lines of a chosen period, and the period in its form", async () => {
    const { tenantId, ana, path } = await aTenantOfTwo();
    for (const hour of [1, 2, 3]) {
      await line(tenantId, "system:test", `at${hour}`, DAY + hour * HOUR_MS);
    }
    const times = { from: "2026-03-02T02:00", to: "2026-03-02T03:00" };
    const page = await pageOf(ana, path, times);
    expect(marksOf(page)).toEqual(["at2"]);
    for (const time of Object.values(times)) expect(page).toContain(`value="${time}"`);
    expect(marksOf(await pageOf(ana, path, { from: "2026-03-02T03:00:00", to: "" }))).toEqual([
      "at3",
    ]);
    const backwards = await pageOf(ana, path, { from: times.to, to: times.from });
    expect(backwards).toContain("Nothing fits");
  });

  it.each(["x", "2026-13-45T00:00", "0", "T00:00"])(
    "shows all lines for an invalid time: %s",
    async (from) => {
      const { ana, path } = await aTenantOfTwo();
      expect(marksOf(await pageOf(ana, path, { from }))).toEqual(["luis", "ana"]);
    },
  );

  it("keeps all its filters in the link to older lines", async () => {
    const { tenantId, ana, path } = await aTenantOfTwo();
    const actor = `person:${ana.personId}`;
    for (let at = 0; at < 60; at += 1) {
      await line(tenantId, actor, `n${at}`, DAY + HOUR_MS);
      await line(tenantId, "system:test", "other", DAY + HOUR_MS);
    }
    const query = {
      who: ana.personId,
      action: "tenant.changed",
      from: "2026-03-02T01:00",
      to: "2026-03-02T02:00",
    };
    const first = await pageOf(ana, path, query);
    expect(first).toContain("60 lines");
    expect(first).toContain('<form method="get" class="filters">');
    const older = olderOf(first);
    for (const [name, value] of Object.entries(query)) {
      expect(new URL(older, "http://x").searchParams.get(name)).toBe(value);
    }
    const second = await pageOf(ana, older);
    expect([...marksOf(first), ...marksOf(second)]).toEqual(
      Array.from({ length: 60 }, (_, at) => `n${59 - at}`),
    );
    expect(second).toContain(`value="${ana.personId}"`);
    expect(second).toContain('<option value="tenant.changed" selected');
  });

  it("begins each row with a row header", async () => {
    const { ana, path } = await aTenantOfTwo();
    const page = await pageOf(ana, path);
    const rows = page.match(/<tr><t[dh][^>]*>/g) ?? [];
    expect(rows.length).toBeGreaterThan(2);
    expect(new Set(rows.slice(1))).toEqual(new Set(['<tr><th scope="row">']));
  });
});
