import { describe, expect, it } from "vitest";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("the frame of the portal", () => {
  it("links from a page below a section up to that section, and from a form back to its list", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const base = `/portal/t/${tenantId}`;
    const form = await textOf(ana.get(`${base}/keys/new`));
    expect(form).toContain(`<p class="crumb"><a href="${base}/keys">API keys</a></p>`);
    expect(form).toContain(`<a class="button" href="${base}/keys">Cancel</a>`);
    const refused = await textOf(ana.post(`${base}/keys/new`, { name: "" }));
    expect(refused).toContain(`<a class="button" href="${base}/keys">Cancel</a>`);
    for (const page of [base, `${base}/keys`, `${base}/collectors`]) {
      expect(await textOf(ana.get(page))).not.toContain('class="crumb"');
    }
    const operator = await aVisitor("owner");
    const source = await textOf(operator.get("/portal/sources/tor-exits"));
    expect(source).toContain('<p class="crumb"><a href="/portal/sources">Feed sources</a></p>');
  });

  it("says what will happen before a code is revoked, or a list entry or a member removed", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const base = `/portal/t/${tenantId}`;
    await ana.post(`${base}/codes/new`, { roles: "", maxUses: "1", ttlSeconds: "1" });
    await ana.post(`${base}/lists`, { action: "deny", value: "bad.example", note: "" });
    const asked = /<details class="ask"><summary[^>]*>(\w+)<\/summary><p>([^<]+)<\/p><form/;
    const [, revoke, ends] = asked.exec(await textOf(ana.get(`${base}/codes`))) ?? [];
    expect([revoke, ends]).toEqual(["Revoke", expect.stringContaining("No further agent enrols")]);
    const [, remove, decides] = asked.exec(await textOf(ana.get(`${base}/lists`))) ?? [];
    expect([remove, decides]).toEqual(["Remove", expect.stringContaining("the sources decide")]);
    const { personId } = await aVisitor("viewer", [tenantId]);
    const member = await textOf(ana.get(`${base}/members/${personId}`));
    expect(member).toMatch(
      /<details class="ask"><summary[^>]*>Remove from the tenant<\/summary><p>They come in no more/,
    );
    expect(member).toMatch(/>Make a new link<\/summary><p>[^<]+ Their access tokens stay/);
  });

  it("offers a change of tenant only to a member of several tenants", async () => {
    const [one, other] = [await aTenant(), await aTenant()];
    const way = '<a href="/portal">Change tenant</a>';
    const pageOf = async (tenants?: string[]) =>
      textOf((await aVisitor("viewer", tenants)).get(`/portal/t/${one}`));
    expect(await pageOf([one, other])).toContain(`${one}${way}`);
    expect(await pageOf([one])).not.toContain(way);
    expect(await pageOf()).not.toContain(way);
  });

  it("asks a person without a passkey for one in a notice", async () => {
    const tenantId = await aTenant();
    const page = await textOf((await aVisitor("owner", [tenantId])).get(`/portal/t/${tenantId}`));
    expect(page).toContain('<p class="notice">You have no passkey yet.');
  });

  it("links from the head of a list to the form below it, if the list has rows", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const base = `/portal/t/${tenantId}`;
    expect(await textOf(ana.get(`${base}/members`))).toContain('href="#invite">Invite somebody<');
    const way = 'href="#create">Make an enrolment code<';
    expect(await textOf(ana.get(`${base}/codes`))).not.toContain(way);
    await ana.post(`${base}/codes/new`, { roles: "", maxUses: "1", ttlSeconds: "1" });
    expect(await textOf(ana.get(`${base}/codes`))).toContain(way);
  });

  it("links from the list of agents to enrolment codes, only for people who may make one", async () => {
    const tenantId = await aTenant();
    const base = `/portal/t/${tenantId}`;
    const page = await textOf((await aVisitor("owner", [tenantId])).get(`${base}/collectors`));
    expect(page).toContain(`<a class="button primary" href="${base}/codes#create">`);
    const viewer = await textOf((await aVisitor("viewer", [tenantId])).get(`${base}/collectors`));
    expect(viewer).not.toContain("codes#create");
  });

  it("speaks the chosen language, otherwise the browser's, otherwise Spanish", async () => {
    const nobody = visitor("");
    expect(await textOf(nobody.get("/portal/sign-in"))).toContain('<html lang="en">');
    const silent = nobody.get("/portal/sign-in", { "accept-language": "" });
    expect(await textOf(silent)).toContain('<html lang="es">');
    const chosen = nobody.get("/portal/sign-in", { cookie: "__Host-language=es" });
    expect(await textOf(chosen)).toContain("Iniciar sesión");
  });

  it("303 back to the page when the language is changed, and to /portal for an outside address", async () => {
    const nobody = visitor("");
    const fields = { language: "en", next: "/portal/sign-in" };
    const answer = await nobody.post("/portal/language", fields);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/portal/sign-in");
    expect(answer.headers.get("set-cookie")).toMatch(/^__Host-language=en;.*Secure/);
    const away = await nobody.post("/portal/language", { ...fields, next: "//evil.example" });
    expect(away.headers.get("location")).toBe("/portal");
  });

  it("404 as an HTML page with a page's content security policy and the request id", async () => {
    const answer = await visitor("").get("/portal/nothing-here");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    expect(answer.headers.get("content-security-policy")).toContain("style-src 'self'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain(answer.headers.get("x-request-id") ?? "none");
  });

  it("405 as a page, with the allowed methods in its header", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const sent = await ana.post(`/portal/t/${tenantId}/usage`);
    expect(sent.status).toBe(405);
    expect(sent.headers.get("allow")).toBe("GET, HEAD");
    expect(sent.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await sent.text()).toContain(sent.headers.get("x-request-id") ?? "none");
    const opened = await ana.get(`/portal/t/${tenantId}/keys/0123456789/disable`);
    expect([opened.status, opened.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it.each([
    ["/sign-in/passkey", "/sign-in"],
    ["/t/:tenantId/members/invite", "/t/:tenantId/members"],
    ["/t/:tenantId/codes/new", "/t/:tenantId/codes"],
    ["/t/:tenantId/keys/new", "/t/:tenantId/keys/new"],
    ["/t/:tenantId/lists/0123456789/remove", "/t/:tenantId/lists"],
  ])("after a form is refused at %s, changing the language leads to %s", async (form, page) => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const at = (path: string) => `/portal${path.replace(":tenantId", tenantId)}`;
    const refused = await ana.post(at(form), { maxUses: "0" });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await refused.text()).toContain(`name="next" value="${at(page)}"`);
  });

  it("changes the language of a form's answer in a new tab, so that a typed text or a shown key stays", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const path = `/portal/t/${tenantId}/keys/new`;
    const beside = '<form method="post" action="/portal/language" target="_blank">';
    expect(await textOf(ana.get(path))).not.toContain(beside);
    const refused = await ana.post(path, { name: "kept" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(beside);
    const shown = await ana.post(path, { name: "kept", scopes: "urlsearch" });
    expect(shown.status).toBe(201);
    expect(await shown.text()).toContain(beside);
  });

  it("links back from a page beyond the end of a list, with the filter", async () => {
    const tenantId = await aTenant();
    const operator = await aVisitor("owner");
    const path = `/portal/t/${tenantId}/inspections?verdict=clean`;
    const page = await textOf(operator.get(`${path}&page=3`));
    expect(page).toContain(`rel="prev" href="${path}&amp;page=1"`);
    expect(page).not.toContain('rel="next"');
    expect(page).toContain("This part of the list is empty by now.");
    expect(await textOf(operator.get(path))).not.toContain('class="pager"');
  });

  it("shows a success message once, and none for an unknown name in its cookie", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const out = await ana.post("/portal/sign-out");
    const cookies = out.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    expect(cookies).toContain("__Host-flash=signedOut");
    const page = await visitor("__Host-flash=signedOut").get("/portal/sign-in");
    expect(await page.text()).toContain("You are signed out.");
    expect(page.headers.get("set-cookie")).toMatch(/^__Host-flash=;.*Max-Age=0/);
    const forged = visitor("__Host-flash=<script>").get("/portal/sign-in");
    expect(await textOf(forged)).not.toContain("<script>");
    const inherited = visitor("__Host-flash=constructor").get("/portal/sign-in");
    expect(await textOf(inherited)).not.toContain("native code");
  });

  it("415 for JSON instead of a form, 413 for a form that is too large", async () => {
    const nobody = visitor("");
    const json = { "content-type": "application/json" };
    expect((await nobody.post("/portal/language", {}, json)).status).toBe(415);
    const large = { next: "x".repeat(70_000) };
    expect((await nobody.post("/portal/language", large)).status).toBe(413);
  });
});

describe("the sections of a tenant", () => {
  it.each(["", "/keys", "/keyring", "/try/urlsearch", "/audit"])(
    "mark only the section of the open page: %s",
    async (path) => {
      const tenantId = await aTenant();
      const ana = await aVisitor("owner", [tenantId]);
      const page = await textOf(ana.get(`/portal/t/${tenantId}${path}`));
      const aside = page.slice(page.indexOf("<aside"), page.indexOf("</aside>"));
      const marked = Array.from(
        aside.matchAll(/href="([^"]+)" aria-current="page"/g),
        ([, href]) => href,
      );
      const section = path.replace("/urlsearch", "");
      expect(marked).toEqual([`/portal/t/${tenantId}${section}`]);
    },
  );
});
