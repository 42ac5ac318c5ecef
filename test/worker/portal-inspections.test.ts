import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { findNeighbours } from "../../src/inspection/store.ts";
import { aTenant } from "../support/people.ts";
import { plansOf } from "../support/plans-of.ts";
import { aVisitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

const LURE = {
  channel: "sms",
  sender: "+34600000000",
  subject: "",
  body: "BBVA: su cuenta ha sido bloqueada. Verifique sus datos ahora en http://bbva-verifica.example/login",
};

async function anOwner() {
  const tenantId = await aTenant();
  return { tenantId, ana: await aVisitor("owner", [tenantId]), base: `/portal/t/${tenantId}` };
}

async function anInspection() {
  const owner = await anOwner();
  const page = await textOf(owner.ana.post(`${owner.base}/try/antispam`, LURE));
  const id = /inspections\/(insp_[0-9a-f-]+)"/.exec(page)?.[1] ?? "";
  return { ...owner, page, one: `${owner.base}/inspections/${id}`, id };
}

describe("trying a message in the portal", () => {
  it("shows all four layers, and saves the inspection but not the message", async () => {
    const { ana, base, page, one, id } = await anInspection();
    // The sender wants to read the verdict, which is below the form.
    expect(page).toMatch(/<section[^>]* tabindex="-1" autofocus=""><h2 id="verdict">/);
    for (const layer of ["L1", "L2", "L3", "L4"]) expect(page).toContain(`>${layer} <`);
    expect(page).toContain("bbva-verifica.example");
    const kept = await textOf(ana.get(one));
    expect(kept).toContain(id);
    expect(kept).not.toContain("bbva-verifica");
    const list = await textOf(ana.get(`${base}/inspections`));
    expect(list).toContain(`${id}"`);
    const none = await textOf(ana.get(`${base}/inspections?channel=email`));
    expect(none).toContain("No inspection fits");
    const cut = await textOf(ana.get(`${base}/inspections?channel=email&verdict=no-verdict`));
    expect(cut).toContain("No inspection fits");
    const found = await ana.get(`${base}/inspections?id=${id}`);
    expect(found.headers.get("location")).toBe(one);
  });

  it("200 for the longest mail, even of emoji alone", async () => {
    const { ana, base } = await anOwner();
    const mail = {
      channel: "email",
      sender: "🙂".repeat(320),
      subject: "🙂".repeat(998),
      body: "🙂".repeat(65_536),
    };
    expect((await ana.post(`${base}/try/antispam`, mail)).status).toBe(200);
  });

  it("saves an inspection that the list finds by time; an invalid time shows all", async () => {
    const { ana, base, id } = await anInspection();
    const at = Date.parse("2026-03-04T05:06:00Z");
    const put = env.DB.prepare("update inspections set created_at = ? where id = ?");
    await put.bind(at, id).run();
    await ana.post(`${base}/try/antispam`, LURE);
    const found = async (query: string) => {
      const page = await textOf(ana.get(`${base}/inspections?${query}`));
      return [
        page.includes(`/inspections/${id}`),
        (page.match(/\/inspections\/insp_/g) ?? []).length,
      ];
    };
    expect(await found("")).toEqual([true, 2]);
    expect(await found("from=2026-03-04T05:06&to=2026-03-04T05:07")).toEqual([true, 1]);
    expect(await found("to=2026-03-04T05:05")).toEqual([false, 0]);
    expect(await found("from=2026-03-04T05:07")).toEqual([false, 1]);
    expect(await found("from=yesterday&to=")).toEqual([true, 2]);
    const page = await textOf(ana.get(`${base}/inspections?to=2026-03-04T05:05`));
    expect(page).toContain("No inspection fits");
    expect(page).toContain('value="2026-03-04T05:05"');
  });

  it("counts on the overview how many messages were flagged today", async () => {
    const { ana, base } = await anInspection();
    await ana.post(`${base}/try/antispam`, { ...LURE, body: "See you at eight, then." });
    const flagged = /Flagged today<\/dt><dd><a [^>]+>(\d+)<\/a><\/dd><dd><small>([^<]+)</;
    const overview = await textOf(ana.get(base));
    const [, count, of] = flagged.exec(overview) ?? [];
    expect([count, of]).toEqual(["1", "of 2 inspected"]);
    const [, link = ""] = /Flagged today<\/dt><dd><a href="([^"]+)"/.exec(overview) ?? [];
    const list = await textOf(ana.get(link.replaceAll("&amp;", "&")));
    expect(list.match(/\/inspections\/insp_/g)).toHaveLength(1);
    expect(list).toContain('<option value="flagged" selected="">');
  });

  it("400 for a message without a body, marked at its field", async () => {
    const { ana, base } = await anOwner();
    const answer = await ana.post(`${base}/try/antispam`, { ...LURE, body: "" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('id="body-fault"');
  });
});

describe("an inspection in the portal", () => {
  it("has its finding as title, each signal and the language in words, and its id to copy", async () => {
    const { ana, base, page, one, id } = await anInspection();
    const kept = await textOf(ana.get(one));
    expect(kept).toContain("<h1>SMS: phishing");
    expect(kept).toMatch(/<title>SMS: phishing, \d{4}-\d\d-\d\d \d\d:\d\d UTC – t-\w+ – Rampart/);
    expect(kept).toContain(`data-copy="${id}"`);
    // Only the button says that the id was copied, so it has to be read out.
    expect(kept).toMatch(/<button[^>]* aria-live="polite"[^>]*>Copy/);
    expect(kept).toContain("<dd>Spanish</dd>");
    expect(await textOf(ana.get(`${base}/inspections`))).toContain("<td>Spanish</td>");
    for (const shown of [page, kept]) {
      expect(shown).toMatch(/a link imitates a brand <code class="chip">url_brand_like/);
      expect(shown).toContain('no model is configured <code class="chip">unavailable<');
    }
    const spanish = await textOf(ana.get(one, { "accept-language": "es" }));
    expect(spanish).toContain("un enlace imita a una marca <code");
    expect(spanish).toContain("<dd>español</dd>");
    expect(spanish).toContain("no hay ningún modelo configurado <code");
  });

  it("does not say that no model is configured if there is one", async () => {
    const { ana, one } = await anInspection();
    const baseUrl = "https://models.example/v1/";
    const provider = { kind: "openai-compatible", name: "own", baseUrl, models: ["m"] };
    const app = anApp({}, { AI_PROVIDERS: JSON.stringify([provider]) });
    const headers = { cookie: ana.cookie, "accept-language": "en" };
    const page = await (await app.request(one, { headers })).text();
    expect(page).toContain("no model could be asked, or none answered in time <code");
  });

  it("shows the feedback in the form, where it can be changed, with its line of the audit log; 400 for an unknown label", async () => {
    const { tenantId, ana, one } = await anInspection();
    const truths = [...(await textOf(ana.get(one))).matchAll(/<option value="(\w+)"/g)];
    expect(truths).toHaveLength(2);
    for (const [, label = ""] of truths) {
      const note = `it was ${label}`;
      expect((await ana.post(`${one}/feedback`, { label, note })).status).toBe(303);
      const page = await textOf(ana.get(one));
      expect(page).toContain(`${note}</textarea>`);
      expect(page).toContain(`<option value="${label}" selected="">`);
    }
    const [, log = ""] =
      /<a href="([^"]+)">Audit log<\/a><\/small>/.exec(await textOf(ana.get(one))) ?? [];
    const lines = await textOf(ana.get(log.replaceAll("&amp;", "&")));
    expect(lines).toContain(`<a href="${one}">`);
    const analyst = await aVisitor("analyst", [tenantId]);
    expect(await textOf(analyst.get(one))).not.toContain(log);
    const wrong = await ana.post(`${one}/feedback`, { label: "nonsense" });
    expect(wrong.status).toBe(400);
  });

  it("links to the key that asked, unless it is deleted or the reader may not read keys", async () => {
    const { tenantId, ana, base, one, id } = await anInspection();
    const made = await ana.post(`${base}/keys/new`, { name: "Gateway", scopes: "antispam" });
    expect(made.status).toBe(201);
    const list = await textOf(ana.get(`${base}/keys`));
    const key = /\/keys\/(\w{10})"/.exec(list)?.[1] ?? "";
    const ask = env.DB.prepare("update inspections set key_id = ? where id = ?");
    await ask.bind(key, id).run();
    const link = `href="${base}/keys/${key}"`;
    expect(await textOf(ana.get(one))).toContain(`${link}>Gateway</a>`);
    const viewer = await aVisitor("viewer", [tenantId]);
    const seen = await textOf(viewer.get(one));
    expect(seen).toContain(key);
    expect(seen).not.toContain(link);
    await ana.post(`${base}/keys/${key}/delete`);
    expect(await textOf(ana.get(one))).not.toContain(link);
  });

  it("404 under another tenant and for an unknown id; 403 for a viewer's feedback", async () => {
    const { tenantId, one, base } = await anInspection();
    const operator = await aVisitor("owner");
    const elsewhere = one.replace(tenantId, await aTenant());
    expect((await operator.get(elsewhere)).status).toBe(404);
    expect((await operator.post(`${elsewhere}/feedback`, { label: "clean" })).status).toBe(404);
    expect((await operator.get(`${base}/inspections/insp_none`)).status).toBe(404);
    const viewer = await aVisitor("viewer", [tenantId]);
    expect((await viewer.get(one)).status).toBe(200);
    expect((await viewer.post(`${one}/feedback`, { label: "clean" })).status).toBe(403);
  });
});

describe("going through the inspections that fit", () => {
  /** Three messages, the newest first; the second is clean. */
  async function several() {
    const owner = await anOwner();
    const ids: string[] = [];
    for (const body of [LURE.body, "See you at eight, then.", `${LURE.body}?again`]) {
      const page = await textOf(owner.ana.post(`${owner.base}/try/antispam`, { ...LURE, body }));
      ids.unshift(/inspections\/(insp_[0-9a-f-]+)"/.exec(page)?.[1] ?? "");
    }
    return { ...owner, ids, list: `${owner.base}/inspections` };
  }
  const beside = (page: string) =>
    ["prev", "next"].map((rel) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(page)?.[1]);
  const FILTER = "?verdict=flagged&feedback=none";
  const shown = FILTER.replace("&", "&amp;");

  it("a filter finds those without an opinion, and those with one", async () => {
    const { ana, list, ids } = await several();
    const [newest = ""] = ids;
    await ana.post(`${list}/${newest}/feedback`, { label: "clean" });
    const found = async (feedback: string) => {
      const page = await textOf(ana.get(`${list}?feedback=${feedback}`));
      return [...page.matchAll(/inspections\/(insp_[0-9a-f-]+)/g)].map(([, id]) => id);
    };
    expect(await found("none")).toEqual(ids.slice(1));
    expect(await found("any")).toEqual([newest]);
    expect(await found("no-such")).toEqual(ids);
    const page = await textOf(ana.get(list, { "accept-language": "es" }));
    expect(page).toContain('<option value="none">sin dar todavía</option>');
  });

  it("leads from each to the next one that fits, also after an opinion was given", async () => {
    const { ana, list, ids } = await several();
    const [newest = "", , oldest = ""] = ids;
    const page = await textOf(ana.get(`${list}${FILTER}&page=1`));
    expect(page).toContain(`href="${list}/${newest}${shown}"`);
    const first = await textOf(ana.get(`${list}/${newest}${FILTER}`));
    expect(beside(first)).toEqual([undefined, `${list}/${oldest}${shown}`]);
    expect(first).toContain(`<a href="${list}${shown}">All of this filter</a>`);
    const [, action = ""] = /action="([^"]+\/feedback[^"]*)"/.exec(first) ?? [];
    const said = await ana.post(action.replaceAll("&amp;", "&"), { label: "clean" });
    expect([said.status, said.headers.get("location")]).toEqual([
      303,
      `${list}/${newest}${FILTER}`,
    ]);
    expect(beside(await textOf(ana.get(`${list}/${newest}${FILTER}`)))[1]).toContain(oldest);
    expect(beside(await textOf(ana.get(`${list}/${oldest}${FILTER}`)))).toEqual([
      undefined,
      undefined,
    ]);
    const all = await textOf(ana.get(`${list}/${ids[1]}`));
    expect(beside(all)).toEqual([`${list}/${newest}`, `${list}/${oldest}`]);
  });

  it("never leads to another tenant's", async () => {
    const [mine, others] = [await several(), await several()];
    const oldest = mine.ids.at(-1);
    const page = await textOf(mine.ana.get(`${mine.list}/${oldest}`));
    for (const id of others.ids) expect(page).not.toContain(id);
    expect((await mine.ana.get(`${mine.list}/${others.ids[0]}`)).status).toBe(404);
  });

  it("reads by the tenant's index, and sorts nothing", async () => {
    const plans = await plansOf(async (db) =>
      findNeighbours(db, "t", { verdict: "flagged", feedback: "none" }, "insp_1", 1),
    );
    for (const [order, plan] of plans.entries()) {
      const side = order === 0 ? ">" : "<";
      expect(plan[0]).toBe(
        `SEARCH inspections USING INDEX inspections_tenant (tenant_id=? AND id${side}?)`,
      );
      expect(plan.join()).not.toMatch(/TEMP B-TREE|SCAN/);
    }
  });
});
