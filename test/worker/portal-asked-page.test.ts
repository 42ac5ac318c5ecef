import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { invitePerson, PERMISSIONS } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import { aPasskey, type PageOptions } from "../support/authenticator.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, visitor } from "../support/visitor.ts";

const HOME = "http://rampart.test";
const NAME = "__Host-asked";
const MAX_LENGTH = 1_000;

async function aLink(): Promise<string> {
  const by = {
    kind: "operator",
    subject: "test:root",
    reach: "all",
    permissions: new Set(PERMISSIONS),
  } as const;
  const order = { name: "Ana", role: "viewer", tenants: [await aTenant()] } as const;
  const { code } = settle(await invitePerson(database(env), by, order, Date.now()));
  return `/portal/sign-in/${code}`;
}

/** A new sign-in link for an existing person. */
async function aLinkFor(personId: string): Promise<string> {
  const path = await aLink();
  const moved = env.DB.prepare("update invites set person_id = ? where id = ?");
  await moved.bind(personId, path.split("_")[2] ?? "").run();
  return path;
}

/** The cookie with the page asked for, as a browser would send it back; empty for none. */
function askedBy(answer: Response): string {
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${NAME}=`)) ?? "";
  return set.includes("Max-Age=0") ? "" : (set.split(";")[0] ?? "");
}

const landing = (answer: Response) => [answer.status, answer.headers.get("location")];

describe("the page asked for before sign-in", () => {
  it("is opened after sign-in by link, with its query, and then forgotten", async () => {
    const path = "/portal/t/acme/inspections?q=%C3%B1%20%26&page=2";
    const asked = await visitor("").get(path);
    expect(landing(asked)).toEqual([303, "/portal/sign-in"]);
    const set = asked.headers.getSetCookie().join();
    for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=1800"]) {
      expect(set).toContain(part);
    }
    const browser = visitor(askedBy(asked));
    const answer = await browser.post(await aLink());
    expect(landing(answer)).toEqual([303, path]);
    expect(answer.headers.getSetCookie().join()).toContain(`${NAME}=; Max-Age=0`);
  });

  it("keeps its query if the same person signs in again, and loses it if somebody else does", async () => {
    const page = `/portal/t/${await aTenant()}/audit`;
    for (const isSame of [true, false]) {
      const ana = await aVisitor("owner", [page.split("/")[3] ?? ""]);
      const idle = env.DB.prepare("update sessions set seen_at = 1 where person_id = ?");
      await idle.bind(ana.personId).run();
      const asked = askedBy(await ana.get(`${page}?who=only-ana-typed`));
      expect(asked).toContain("only-ana-typed");
      const browser = visitor(`${ana.cookie}; ${asked}`);
      const answer = await browser.post(isSame ? await aLinkFor(ana.personId) : await aLink());
      expect(landing(answer)).toEqual([303, isSame ? `${page}?who=only-ana-typed` : page]);
    }
  });

  it("is not remembered if it is a CSV file, which would leave the browser at the sign-in", async () => {
    const asked = await visitor("").get("/portal/t/acme/usage.csv");
    expect([landing(asked), askedBy(asked)]).toEqual([[303, "/portal/sign-in"], ""]);
  });

  it("is opened after sign-in by passkey", async () => {
    const [who, passkey] = [await aVisitor("viewer", [await aTenant()]), await aPasskey(HOME)];
    const optionsOf = async (page: Response) => {
      const [, found = ""] = /data-options="([^"]*)"/.exec(await page.text()) ?? [];
      return JSON.parse(found.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as PageOptions;
    };
    const made = await passkey.create(await optionsOf(await who.get("/portal/account")));
    await who.post("/portal/account/passkeys", { credential: made, name: "Key" });
    const browser = visitor(askedBy(await visitor("").get("/portal/account")));
    const options = await optionsOf(await browser.get("/portal/sign-in"));
    const refused = await browser.post("/portal/sign-in/passkey", { credential: "{" });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
    const credential = await passkey.get(options);
    const answer = await browser.post("/portal/sign-in/passkey", { credential });
    expect(landing(answer)).toEqual([303, "/portal/account"]);
  });

  it.each([
    "https://evil.example/portal",
    "//evil.example/portal",
    "/\\evil.example/portal",
    "\\\\evil.example",
    "/\t/evil.example",
    "/portal/../../evil",
    "/portal/%2e%2e/docs",
    "/portal//evil.example",
    "/portal@evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "%E0%A4%A",
    "\r\nlocation: https://evil.example",
    "",
  ])("is /portal if the browser's cookie says: %j", async (said) => {
    const browser = visitor(`${NAME}=${encodeURIComponent(said)}`);
    expect(landing(await browser.post(await aLink()))).toEqual([303, "/portal"]);
  });

  it("is ignored if longer than 1,000 characters, both when it is remembered and when a cookie says it", async () => {
    const longest = `/portal/account?q=${"x".repeat(MAX_LENGTH)}`.slice(0, MAX_LENGTH);
    const kept = visitor(askedBy(await visitor("").get(longest)));
    expect(landing(await kept.post(await aLink()))).toEqual([303, longest]);
    expect(askedBy(await visitor("").get(`${longest}x`))).toBe("");
    const said = visitor(`${NAME}=${encodeURIComponent(`${longest}x`)}`);
    expect(landing(await said.post(await aLink()))).toEqual([303, "/portal"]);
  });

  it("is not remembered for a form, an open page or a signed-in person, and is forgotten at sign-out", async () => {
    expect(askedBy(await visitor("").post("/portal/account/sessions/end-others"))).toBe("");
    expect(askedBy(await visitor("").get("/portal/sign-in"))).toBe("");
    const ana = await aVisitor("viewer", [await aTenant()]);
    expect(askedBy(await ana.get("/portal/account"))).toBe("");
    const out = await ana.post("/portal/sign-out");
    expect(out.headers.getSetCookie().join()).toContain(`${NAME}=; Max-Age=0`);
  });
});
