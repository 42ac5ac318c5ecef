import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/intel/lookup/verdict.ts";
import type { View } from "../../src/portal/frame/view.ts";
import { LookupVerdict } from "../../src/portal/try/lookup-verdict.tsx";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

async function anOwner() {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  return { tenantId, ana, base: `/portal/t/${tenantId}` };
}

const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("allow and deny lists in the portal", () => {
  it("decide the next look-up, and no longer once the entry is removed", async () => {
    const { ana, base } = await anOwner();
    const ask = () => textOf(ana.post(`${base}/try/urlsearch`, { value: "bad.example.com" }));
    expect(await ask()).toContain(">unknown<");
    const fields = { value: "Example.COM", action: "deny", note: "a lure", expiresAt: "" };
    expect((await ana.post(`${base}/lists`, fields)).status).toBe(303);
    const verdict = await ask();
    expect(verdict).toContain(">malicious<");
    expect(verdict).toMatch(/<section[^>]* tabindex="-1" autofocus=""><h2 id="verdict">/);
    const list = await textOf(ana.get(`${base}/lists`));
    expect(list).toContain("<code>example.com</code>");
    expect(list).toContain("a lure");
    expect(await textOf(ana.get(`${base}/lists?show=allow`))).toContain("No entry fits");
    const remove = /action="([^"]+\/remove)"/.exec(list)?.[1] ?? "";
    expect((await ana.post(remove)).status).toBe(303);
    expect((await ana.post(remove)).status).toBe(404);
    expect(await textOf(ana.get(`${base}/lists?show=neither`))).toContain("There is no entry yet");
    expect(await ask()).toContain(">unknown<");
  });

  it("show a viewer that the role does not allow writing, instead of the form", async () => {
    const { ana, base, tenantId } = await anOwner();
    const viewer = await aVisitor("viewer", [tenantId]);
    const text = await textOf(viewer.get(`${base}/lists`));
    expect(text).toContain("Your role does not allow this.");
    expect(text).not.toContain('name="value"');
    expect(await textOf(ana.get(`${base}/lists`))).not.toContain("Your role does not allow");
  });

  it("are searched by a part of the note, and stay filtered after an entry is removed", async () => {
    const { ana, base } = await anOwner();
    for (const [value, note] of [
      ["one.example", "A Lure"],
      ["two.example", ""],
    ] as const) {
      await ana.post(`${base}/lists`, { value, note, action: "deny" });
    }
    const search = "?q=lure&show=deny&page=1";
    const list = await textOf(ana.get(`${base}/lists${search}`));
    expect(list).toContain("<code>one.example</code>");
    expect(list).not.toContain("two.example");
    const remove = /action="([^"]+\/remove[^"]*)"/.exec(list)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const gone = await ana.post(remove);
    expect(gone.headers.get("location")).toBe(`${base}/lists${search}`);
    expect(await textOf(ana.get(`${base}/lists${search}`))).toContain("No entry fits");
  });

  it("400 for a value that is no indicator, marked at its field", async () => {
    const { ana, base } = await anOwner();
    for (const value of ["", "not a thing at all"]) {
      const answer = await ana.post(`${base}/lists`, { value, action: "deny" });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('aria-describedby="value-hint value-fault"');
    }
  });

  it("404 for an entry of another tenant", async () => {
    const [one, other] = [await anOwner(), await anOwner()];
    await one.ana.post(`${one.base}/lists`, { value: "example.com", action: "allow" });
    const list = await textOf(one.ana.get(`${one.base}/lists`));
    const remove = /action="([^"]+\/remove)"/.exec(list)?.[1] ?? "";
    const elsewhere = remove.replace(one.base, other.base);
    expect((await other.ana.post(elsewhere)).status).toBe(404);
    expect(await textOf(one.ana.get(`${one.base}/lists`))).toContain("example.com");
  });
});

describe("trying a module in the portal", () => {
  it.each([
    ["urlsearch", { value: "https://example.com/login", type: "url" }],
    ["ipsearch", { value: "AS64500", type: "asn" }],
    ["dnssearch", { value: "_dmarc.example.com" }],
    ["darkweb", { value: "ana@example.com", type: "email" }],
  ] as const)(
    "%s shows the API's answer and call, and a link to deny the value",
    async (module, fields) => {
      const { ana, base } = await anOwner();
      expect((await ana.get(`${base}/try/${module}`)).status).toBe(200);
      const answer = await ana.post(`${base}/try/${module}`, fields);
      expect(answer.status).toBe(200);
      const page = await answer.text();
      const decide = /href="([^"]+lists\?action=deny[^"]+)#add"/.exec(page)?.[1] ?? "";
      const filled = await textOf(ana.get(decide.replaceAll("&amp;", "&")));
      expect(filled).toContain('name="value" type="text" value="');
      expect(filled).not.toContain('name="value" type="text" value=""');
      expect(page).toContain("&quot;disposition&quot;: &quot;");
      expect(page).toContain(`/api/v1/${module}?value=`);
    },
  );

  it.each([
    ["ana@example.com", "email"],
    ["192.0.2.7", "ip"],
    ["example.com", "domain"],
  ])("darkweb tells the kind of %s by its form, unless one is chosen", async (value, type) => {
    const { ana, base } = await anOwner();
    const form = await textOf(ana.get(`${base}/try/darkweb`));
    expect(form).toContain('<option value="" selected="">as it looks</option>');
    const answer = await ana.post(`${base}/try/darkweb`, { value, type: "" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`&amp;type=${type}`);
    const chosen = await ana.post(`${base}/try/darkweb`, { value: "ana@example.com", type: "ip" });
    expect(chosen.status).toBe(400);
  });

  it("a fault names no parameter of the API, which the form has not", async () => {
    const { ana, base } = await anOwner();
    for (const module of ["darkweb", "ipsearch"]) {
      const answer = await ana.post(`${base}/try/${module}`, { value: "no thing" });
      expect(answer.status).toBe(400);
      expect(await answer.text()).not.toMatch(/type=(?:asn|ip|email)/);
    }
  });

  it("403 if the tenant is suspended", async () => {
    const { tenantId, ana, base } = await anOwner();
    await env.DB.prepare("update tenants set status = 'suspended' where id = ?")
      .bind(tenantId)
      .run();
    const answer = await ana.post(`${base}/try/urlsearch`, { value: "bad.example.com" });
    expect(answer.status).toBe(403);
  });

  it("calls an address private by its category, not by a feed named private", () => {
    const view = { language: "en", tenantId: "acme", who: undefined } as unknown as View;
    const say = (categories: string[]) => {
      const verdict = {
        value: "192.0.2.1",
        type: "ip",
        found: true,
        disposition: "malicious",
        threatLevel: 90,
        confidence: 80,
        sources: ["private", "tenant-deny-list"],
        categories,
      } as unknown as Verdict;
      const page: { toString: () => string } = LookupVerdict({
        view,
        verdict,
        module: "ipsearch",
        origin: "",
      });
      return page.toString();
    };
    expect(say(["botnet"])).toContain("<dd>private, your deny list</dd>");
    expect(say(["private"])).toContain("<dd>private, not on the internet</dd>");
  });

  it("400 for a value that is no address; 404 for an unknown module", async () => {
    const { ana, base } = await anOwner();
    const answer = await ana.post(`${base}/try/ipsearch`, { value: "no address", type: "ip" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('aria-invalid="true"');
    expect((await ana.get(`${base}/try/everything`)).status).toBe(404);
    expect((await ana.get(`${base}/try/constructor`)).status).toBe(404);
  });

  it.each([
    ["http://no es una url", true],
    ["http:// no-host.example/", true],
    ["https://example.com/a page", false],
    ["example.com/login", false],
    ["2001:db8::1", false],
  ])("warns for %j that no browser opens it as an address: %s", async (value, isTold) => {
    const { ana, base } = await anOwner();
    const answer = await ana.post(`${base}/try/urlsearch`, { value });
    expect(answer.status).toBe(200);
    expect((await answer.text()).includes("No browser opens this as an address")).toBe(isTold);
  });

  it.each([
    ["urlsearch", "https://Bad.example.com:8080/login", "bad.example.com"],
    ["urlsearch", "http://0xCB.0.0x71.80/x", "203.0.113.80"],
    ["urlsearch", "http://[2001:db8::1]/x", "[2001:db8::1]"],
    ["urlsearch", "bad.example.com", undefined],
    ["urlsearch", "http://w!eird.example/x", undefined],
    ["urlsearch", "http://as15169/x", undefined],
    ["dnssearch", "bad.example.com", undefined],
  ])("offers for %s %s also to deny its whole host: %s", async (module, value, host) => {
    const { ana, base } = await anOwner();
    const page = await textOf(ana.post(`${base}/try/${module}`, { value }));
    const query = new URLSearchParams({ action: "deny", value: host ?? "" }).toString();
    const link = `href="${base}/lists?${query.replace("&", "&amp;")}#add"`;
    expect(page.includes(link)).toBe(host !== undefined);
    expect(page.match(/\/lists\?action=deny/g)).toHaveLength(host === undefined ? 1 : 2);
    if (host === undefined) return;
    const entry = { action: "deny", value: host, note: "", expiresAt: "" };
    expect((await ana.post(`${base}/lists`, entry)).status).toBe(303);
  });

  it("offers to deny the whole host of an address in a message", async () => {
    const { ana, base } = await anOwner();
    const body = "Pague en https://pago.example.com/ya";
    const message = { channel: "sms", sender: "+34600000000", body };
    const page = await textOf(ana.post(`${base}/try/antispam`, message));
    expect(page).toContain("lists?action=deny&amp;value=pago.example.com#add");
  });

  it("200 for a network with the type that the form preselects", async () => {
    const { ana, base } = await anOwner();
    const form = await textOf(ana.get(`${base}/try/ipsearch`));
    const type = /<select[^>]*name="type".*?value="(\w+)"/s.exec(form)?.[1];
    const fields = { value: "AS64500", ...(type === undefined ? {} : { type }) };
    expect((await ana.post(`${base}/try/ipsearch`, fields)).status).toBe(200);
  });

  it("is listed in the usage under a name of its own", async () => {
    const { ana, base } = await anOwner();
    for (let calls = 0; calls < 3; calls += 1) {
      expect((await ana.post(`${base}/try/ipsearch`, { value: "192.0.2.1" })).status).toBe(200);
    }
    await expect
      .poll(() => textOf(ana.get(`${base}/usage`)), { timeout: 25_000, interval: 500 })
      .toContain("Tried in the portal");
  });
});
