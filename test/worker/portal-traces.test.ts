import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { startSession } from "../../src/access/sessions/index.ts";
import { database } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

async function aPasskeyOf(personId: string): Promise<string> {
  const id = crypto.randomUUID();
  await env.DB.prepare(
    `insert into passkeys (id, person_id, name, public_key, counter, transports, created_at)
     values (?, ?, 'Key', '', 0, '[]', 0)`,
  )
    .bind(id, personId)
    .run();
  return id;
}

async function countOf(query: string, ...values: string[]): Promise<number> {
  const found = await env.DB.prepare(`select count(*) as n from ${query}`)
    .bind(...values)
    .first<number>("n");
  return found ?? 0;
}

/** Each try has a new person, not cached in any isolate, so that each makes the same database calls. */
async function aPersonWithPasskey() {
  const { cookie, personId } = await aVisitor("viewer", [await aTenant()]);
  const passkey = await aPasskeyOf(personId);
  const prove = env.DB.prepare("update sessions set proven_at = created_at where person_id = ?");
  await prove.bind(personId).run();
  return { cookie, personId, remove: `/portal/account/passkeys/${passkey}/remove` };
}

describe("a session or passkey that a person ends", () => {
  it.each([
    ["a session", "session.ended", "sessions where person_id = ? and ended_at is null"],
    ["a passkey", "passkey.removed", "passkeys where person_id = ?"],
  ])(
    "%s is ended with its audit line or not at all, wherever the Worker dies",
    async (what, action, kept) => {
      const statuses: number[] = [];
      for (let calls = 0; calls < 9; calls += 1) {
        const { cookie, personId, remove } = await aPersonWithPasskey();
        const { request } = anApp({}, { DB: dyingDatabase(calls) });
        const headers = { cookie, "sec-fetch-site": "same-origin" };
        const path = what === "a session" ? "/portal/sign-out" : remove;
        const { status } = await request(path, {
          method: "POST",
          headers,
          body: new URLSearchParams(),
        });
        const traces = "audit_log where actor = ? and action = ?";
        const left = [
          await countOf(kept, personId),
          await countOf(traces, `person:${personId}`, action),
        ];
        expect(left).toEqual(status === 303 ? [0, 1] : [1, 0]);
        statuses.push(status);
      }
      expect(new Set(statuses)).toEqual(new Set([500, 303]));
    },
  );
});

describe("a person's actions on their own account", () => {
  const auditLinesOf = async (personId: string) => {
    const { results } = await env.DB.prepare(
      "select action, tenant_id as tenantId from audit_log where actor = ? order by seq",
    )
      .bind(`person:${personId}`)
      .all();
    return results;
  };

  it("are in the audit log of the person's only tenant", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const elsewhere = await startSession(database(env), ana.personId, "passkey", Date.now());
    expect(elsewhere).toEqual(expect.any(String));
    const prove = env.DB.prepare("update sessions set proven_at = created_at where person_id = ?");
    await prove.bind(ana.personId).run();
    const passkey = await aPasskeyOf(ana.personId);
    await ana.post(`/portal/account/passkeys/${passkey}/remove`);
    await ana.post("/portal/account/sessions/end-others");
    const actions = ["session.started", "session.started", "passkey.removed", "session.ended"];
    expect(await auditLinesOf(ana.personId)).toEqual(
      actions.map((action) => ({ action, tenantId })),
    );
    const log = await (await ana.get(`/portal/t/${tenantId}/audit`)).text();
    for (const said of ["Signed in", "Passkey removed", "Session ended"]) {
      expect(log).toContain(`<td>${said}</td>`);
    }
    await ana.post("/portal/sign-out");
    expect(await auditLinesOf(ana.personId)).toContainEqual({ action: "session.ended", tenantId });
  });

  it.each([
    ["in several tenants", async () => [await aTenant(), await aTenant()]],
    ["an operator", async () => undefined],
  ])("are in no tenant's audit log if the person is %s", async (_who, tenants) => {
    const { personId } = await aVisitor("owner", await tenants());
    const action = "session.started";
    expect(await auditLinesOf(personId)).toEqual([{ action, tenantId: null }]);
  });
});
