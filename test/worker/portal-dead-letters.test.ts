import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

async function aDeadLetter(tenantId: string): Promise<string> {
  const id = crypto.randomUUID();
  await env.DB.prepare(
    "insert into dead_events (id, tenant_id, reason, body, failed_at) values (?, ?, ?, ?, ?)",
  )
    .bind(id, tenantId, "archive_failed", "{}", Date.now())
    .run();
  return id;
}

describe("dead letters in the portal", () => {
  it("are listed by tenant, and a chosen one is sent again; 404 for an unknown id", async () => {
    const tenantId = await aTenant();
    const id = await aDeadLetter(tenantId);
    const operator = await aVisitor("owner");
    const path = "/portal/dead-letters";
    expect(await textOf(operator.get(`${path}?tenant=${tenantId}`))).toContain(id);
    expect((await operator.post(`${path}/replay`, { ids: "no-such" })).status).toBe(404);
    expect((await operator.post(`${path}/replay`, { ids: id })).status).toBe(303);
  });

  it("show the reason in words, and keep their filter after a replay and a refusal", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const [id, others] = [await aDeadLetter(tenantId), await aDeadLetter(other)];
    const operator = await aVisitor("owner");
    const search = `?tenant=${tenantId}&reason=archive_failed`;
    const page = await textOf(operator.get(`/portal/dead-letters${search}`));
    expect(page).toContain("<td>It could not be archived</td>");
    const sentOnly = await textOf(operator.get(`/portal/dead-letters${search}&replayed=true`));
    expect(sentOnly).toContain("No event fits");
    const unsent = await textOf(operator.get(`/portal/dead-letters${search}&replayed=false`));
    expect(unsent).toContain('<option value="false" selected="">not sent again</option>');
    expect(unsent).toContain('name="ids"');
    const none = await textOf(operator.get("/portal/dead-letters?tenant=no-such"));
    expect(none).toContain("No event fits");
    expect(none).not.toContain("No event is stuck");
    expect(page).not.toContain("<td>archive_failed</td>");
    expect(page).toContain('<option value="archive_failed" selected="">');
    const es = { "accept-language": "es" };
    expect(await textOf(operator.get(`/portal/dead-letters${search}`, es))).toContain(
      "<td>No se pudo archivar</td>",
    );
    const [, to = ""] = /<form method="post" action="([^"]*replay[^"]*)"/.exec(page) ?? [];
    const action = to.replaceAll("&amp;", "&");
    const refused = await operator.post(action);
    expect(refused.status).toBe(400);
    const again = await refused.text();
    expect(again).toContain(id);
    expect(again).not.toContain(others);
    const sent = await operator.post(action, { ids: id });
    expect(sent.headers.get("location")).toBe(`/portal/dead-letters${search}`);
  });

  it("400 on the same page if none is chosen, in both languages", async () => {
    const operator = await aVisitor("owner");
    await aDeadLetter(await aTenant());
    const refused = await operator.post("/portal/dead-letters/replay");
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain('autofocus="" role="alert">Choose at least one event.</div>');
    expect(page).toContain('name="ids"');
    const es = { "accept-language": "es" };
    const enEspañol = await textOf(operator.post("/portal/dead-letters/replay", {}, es));
    expect(enEspañol).toContain('autofocus="" role="alert">Elija al menos un evento.</div>');
  });

  it("are sent again all at once, the whole page, except those that were sent again before", async () => {
    const tenantId = await aTenant();
    const [first, second, done] = [
      await aDeadLetter(tenantId),
      await aDeadLetter(tenantId),
      await aDeadLetter(tenantId),
    ];
    const operator = await aVisitor("owner");
    const path = "/portal/dead-letters";
    await operator.post(`${path}/replay`, { ids: done });
    const page = await textOf(operator.get(`${path}?tenant=${tenantId}`));
    const shown = [...page.matchAll(/name="shown" value="([^"]+)"/g)].map(([, id = ""]) => id);
    expect(new Set(shown)).toEqual(new Set([first, second]));
    const form = shown.map((id): [string, string] => ["shown", id]);
    const sent = await operator.post(`${path}/replay`, [...form, ["all", "page"]]);
    expect(sent.status).toBe(303);
    const left = `${path}?tenant=${tenantId}&replayed=false`;
    expect(await textOf(operator.get(left))).toContain("No event fits");
  });

  it("are sent again with one press, all that fit the filter, if they fill more than a page", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const others = await aDeadLetter(other);
    const rows = Array.from({ length: 120 }, (_, at) => ({ id: crypto.randomUUID(), at }));
    const insert = env.DB.prepare(
      `insert into dead_events (id, tenant_id, reason, body, failed_at)
       select value ->> 'id', ?, 'archive_failed', '{}', value ->> 'at' from json_each(?)`,
    );
    await insert.bind(tenantId, JSON.stringify(rows)).run();
    const operator = await aVisitor("owner");
    const path = "/portal/dead-letters";
    const search = `?tenant=${tenantId}`;
    await operator.post(`${path}/replay`, { ids: rows[0]?.id ?? "" });
    const page = await textOf(operator.get(path + search));
    expect(page).toContain('value="fitting">Send all 119 that fit again</button>');
    const es = { "accept-language": "es" };
    expect(await textOf(operator.get(path + search, es))).toContain(
      ">Enviar de nuevo los 119 que coinciden</button>",
    );
    for (const narrower of ["&replayed=true", "&reason=malformed"]) {
      expect(await textOf(operator.get(path + search + narrower))).not.toContain("fitting");
    }
    const sent = await operator.post(`${path}/replay${search}`, { all: "fitting" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, path + search]);
    expect(await textOf(operator.get(`${path}${search}&replayed=false`))).toContain(
      "No event fits",
    );
    expect(await textOf(operator.get(`${path}?tenant=${other}&replayed=false`))).toContain(others);
    const again = await operator.post(`${path}/replay${search}`, { all: "fitting" });
    expect(again.status).toBe(400);
  });
});
