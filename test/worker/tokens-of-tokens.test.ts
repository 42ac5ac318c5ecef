import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { issueToken, PERMISSIONS, type Person } from "../../src/access/index.ts";
import { isRefusal } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";
import { decide, propose } from "../support/proposed-action.ts";

const DAY_MS = 86_400_000;

interface Issued {
  id: string;
  token: string;
}

const idOf = (token: string) => token.split("_")[2] ?? "";

describe("a token issued by a token", () => {
  const soon = () => new Date(Date.now() + DAY_MS).toISOString();
  const later = () => new Date(Date.now() + 2 * DAY_MS).toISOString();
  const order = { name: "x", permissions: ["tokens:write", "dict:read"] };

  async function aShortOne(expiresAt: string): Promise<string> {
    const body = { ...order, expiresAt };
    const made = await call("POST", "/admin/tokens", { as: await anOperator(), body });
    return (await made.json<Issued>()).token;
  }

  it("ends with its issuer if no end is asked for", async () => {
    const expiresAt = soon();
    const as = await aShortOne(expiresAt);
    const made = await call("POST", "/admin/tokens", { as, body: order });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ expiresAt });
  });

  it("400 for a later end than the issuer's, 201 for the same", async () => {
    const expiresAt = soon();
    const as = await aShortOne(expiresAt);
    const body = { ...order, expiresAt: later() };
    const refused = await call("POST", "/admin/tokens", { as, body });
    expect(refused.status).toBe(400);
    const message = `A token issues none that lasts longer than itself, until ${expiresAt}.`;
    expect(await refused.json()).toMatchObject({ error: "invalid_request", message });
    const same = await call("POST", "/admin/tokens", { as, body: { ...order, expiresAt } });
    expect(same.status).toBe(201);
  });

  it("ends within 15 s after its issuer is revoked, and so do the tokens it issued; others still work", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const issue = async (by: string) => {
      const made = await call("POST", "/admin/tokens", { as: by, body: order });
      return (await made.json<Issued>()).token;
    };
    const [first, other] = [await issue(as), await issue(as)];
    const second = await issue(first);
    const line = [first, second, await issue(second)];
    let now = Date.now();
    const app = anApp({ now: () => now });
    const read = (token: string) =>
      app.request("/detection-dictionaries", { headers: { authorization: `Bearer ${token}` } });
    const statuses = async () =>
      Promise.all([...line, other].map(async (token) => (await read(token)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await call("DELETE", `/admin/tokens/${idOf(second)}`, { as });
    expect((await call("DELETE", `/admin/tokens/${idOf(first)}`, { as })).status).toBe(204);
    now += 15_000;
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    const lines = env.DB.prepare(
      "select target, detail ->> 'madeWith' as w from audit_log where tenant_id = ? and action = 'token.revoked'",
    );
    const [one, two, three] = line.map(idOf);
    const { results } = await lines.bind(tenantId).all<{ target: string; w: string | null }>();
    const told = new Map(results.map(({ target, w }) => [target, w]));
    const expected = [
      [one, null],
      [two, null],
      [three, two],
    ] as const;
    expect(told).toEqual(new Map(expected));
    const top = await issue(as);
    const below = await issue(await issue(top));
    expect((await read(below)).status).toBe(200);
    await call("DELETE", `/admin/tokens/${idOf(top)}`, { as });
    now += 15_000;
    expect((await read(below)).status).toBe(401);
  });

  it("is refused with 401 once its issuer is revoked, even if the issuer was accepted just before", async () => {
    const tenantId = await aTenant();
    const maker = await aMember(tenantId);
    const by: Person = {
      kind: "member",
      subject: `token:${idOf(maker)}`,
      reach: [tenantId],
      permissions: new Set(PERMISSIONS),
    };
    const issue = () =>
      issueToken(database(env), by, { name: "x", permissions: ["dict:read"] }, Date.now());
    expect(isRefusal(await issue())).toBe(false);
    await call("DELETE", `/admin/tokens/${idOf(maker)}`, { as: await anOperator() });
    expect(await issue()).toMatchObject({ status: 401 });
  });
});

describe("a token that belongs to no person", () => {
  const permissions = ["prompts:write", "tokens:write"];

  const forgetLine = (id: string) =>
    env.DB.prepare("update prompt_moves set person_id = null where id = ?").bind(id).run();

  async function issueBy(as: string): Promise<string> {
    const made = await call("POST", "/admin/tokens", { as, body: { name: "x", permissions } });
    return (await made.json<Issued>()).token;
  }

  it("cannot agree to what was asked for by a token of its line; one of another line can", async () => {
    const tenantId = await aTenant();
    const first = await aMember(tenantId);
    const second = await issueBy(first);
    const [third, sibling] = [await issueBy(second), await issueBy(first)];
    const order = { tenantId, name: "rag", versions: [{ version: 1, weight: 100 }] };
    const move = async (as: string, more = {}) => {
      const body = { ...order, ...more };
      const moved = await call("PUT", "/ai/prompts/labels/safe", { as, body });
      return (await moved.json<{ id: string }>()).id;
    };
    await move(first, { protected: true });
    const agree = async (as: string, id: string) => {
      const path = `/ai/prompts/moves/${id}/approve`;
      return (await call("POST", path, { as, body: { tenantId } })).status;
    };
    for (const [asker, isOld] of [
      [first, false],
      [third, false],
      [first, true],
      [third, true],
    ] as const) {
      const id = await move(asker);
      // As a move was stored before the line was: it may wait for as long as nobody decides.
      if (isOld) await forgetLine(id);
      for (const as of [first, second, third, sibling]) expect(await agree(as, id)).toBe(403);
      expect(await agree(await aMember(tenantId), id)).toBe(200);
    }
  });

  it("cannot approve an action that was proposed to a token of its line before lines were kept", async () => {
    const tenantId = await aTenant();
    const first = await aMember(tenantId);
    await call("PATCH", "/ai/settings", { as: first, body: { tenantId, fourEyes: true } });
    const more = { name: "x", permissions: ["ai:use", "ai:write"] };
    const issued = await call("POST", "/admin/tokens", { as: first, body: more });
    expect(issued.status).toBe(201);
    const second = (await issued.json<Issued>()).token;
    const { id } = await propose(undefined, second, tenantId);
    await env.DB.prepare("update ai_actions set person_id = null where id = ?").bind(id).run();
    expect((await decide({ tenantId, as: first, id }, "approve")).status).toBe(403);
    const other = await aMember(tenantId);
    expect((await decide({ tenantId, as: other, id }, "approve")).status).toBe(200);
  });
});
