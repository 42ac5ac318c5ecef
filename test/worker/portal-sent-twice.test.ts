import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { claimForm, endForm, isFormDone } from "../../src/access/sessions/index.ts";
import { createApp, createWholeApp } from "../../src/app.ts";
import { database, livePlatform } from "../../src/platform/index.ts";
import { PAGES } from "../../src/portal/gate/page-table.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const TOKEN = "0123456789abcdef";
/**
 * Sign-in and sign-out, the language, passkeys, whose challenges can be used only once anyway, and the
 * choice of agents, which changes nothing.
 */
const WITHOUT_TOKEN = /sign-|language$|step-up$|passkeys$|bulk\/choose$/;
/** Without it the form of many entries is only looked at. */
const CONFIRMED = { confirm: "yes" };

const posts = [
  ...new Set((await createWholeApp()).routes.map(({ method, path }) => `${method} ${path}`)),
].filter((route) => route.startsWith("POST /portal") && !WITHOUT_TOKEN.test(route));

describe("a form that is sent a second time", () => {
  let tenantId = "";
  let operator: Visitor;

  beforeAll(async () => {
    tenantId = await aTenant();
    operator = await aVisitor("owner");
    const name = `${operator.personId} ${TOKEN}`;
    expect(await claimForm(database(env), name, Date.now())).toBe(true);
    await endForm(database(env), name, Date.now());
  });

  it.each(posts)("%s: 409 before anything else is checked", async (route) => {
    expect(PAGES[route]).toBeDefined();
    const path = route
      .slice("POST ".length)
      .replace(":tenantId", tenantId)
      .replaceAll(/:[a-zA-Z]+/g, "0123456789");
    const again = await operator.post(path, { once: TOKEN, ...CONFIRMED });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain(
      "This form was sent already, and what it asked for was done once.",
    );
  });
});

describe("a form that was refused", () => {
  it("can be sent again with the same token, and is then carried out once", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const send = async (value: string) => {
      const form = { once: "fedcba9876543210", action: "deny", value };
      return (await ana.post(`/portal/t/${tenantId}/lists`, form)).status;
    };
    expect(await send(" ")).toBe(400);
    expect(await send("bad.example")).toBe(303);
    expect(await send("bad.example")).toBe(409);
  });
});

describe("a form whose Worker died after claiming its token", () => {
  it("409 says that nobody knows whether it was done", async () => {
    const ana = await aVisitor("owner", [await aTenant()]);
    const form = { once: "abcdefabcdef0123" };
    await claimForm(database(env), `${ana.personId} ${form.once}`, Date.now());
    const again = await ana.post("/portal/account/sessions/end-others", form);
    expect(again.status).toBe(409);
    const page = await again.text();
    expect(page).toContain("nobody knows whether it was done");
    expect(page).not.toContain("done once");
  });
});

describe("a form whose sender has gone away", () => {
  it("is carried out to its end", async () => {
    const ana = await aVisitor("owner", [await aTenant()]);
    const kept: Promise<unknown>[] = [];
    const context = createExecutionContext();
    context.waitUntil = (going) => void kept.push(going);
    const sent = new Request("http://rampart.test/portal/account/sessions/end-others", {
      method: "POST",
      body: new URLSearchParams({ once: "abcdefabcdef4567" }),
      headers: { cookie: ana.cookie, "sec-fetch-site": "same-origin" },
    });
    await createApp(livePlatform).fetch(sent, env, context);
    expect(kept).toHaveLength(1);
    expect(await isFormDone(database(env), `${ana.personId} abcdefabcdef4567`)).toBe(true);
  });
});

describe("the stored tokens of old forms", () => {
  it("are deleted a thousand at a time, so that many of them do not hold up the next form", async () => {
    const now = Date.now();
    await env.DB.prepare(
      `insert into sent_forms (hash, at) with recursive n(i) as
         (select 1 union all select i + 1 from n where i < 2500) select 'old' || i, ?1 from n`,
    )
      .bind(now - 25 * 3_600_000)
      .run();
    const left = () =>
      env.DB.prepare("select count(*) as n from sent_forms where hash like 'old%'").first("n");
    const forms = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const counts: unknown[] = [];
    for (const name of forms) {
      expect(await claimForm(database(env), name, now)).toBe(true);
      counts.push(await left());
    }
    expect(counts).toEqual([1_500, 500, 0]);
    expect(await claimForm(database(env), forms[0] ?? "", now)).toBe(false);
  });
});
