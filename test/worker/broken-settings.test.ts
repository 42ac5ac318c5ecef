import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { aVisitor } from "../support/visitor.ts";

async function homeWith(settings: Partial<Cloudflare.Env>) {
  const { cookie } = await aVisitor("owner");
  const { request, lines } = anApp({}, settings);
  const answer = await request("https://rampart.test/portal", { headers: { cookie } });
  return { page: await answer.text(), lines };
}

describe("LOG_SUCCESS_SHARE", () => {
  it.each(["", " ", "1%", "-1", "50", '"0.5"', "NaN"])(
    "%j is told in the log and at the home of operators",
    async (LOG_SUCCESS_SHARE) => {
      const { page, lines } = await homeWith({ LOG_SUCCESS_SHARE });
      expect(page).toContain("LOG_SUCCESS_SHARE");
      expect(lines.filter(({ event }) => event === "log_share_broken")).toMatchObject([
        { level: "error", reason: expect.stringContaining("LOG_SUCCESS_SHARE cannot be read") },
      ]);
    },
  );

  it.each(["0", "1", "0.01", " 0.5\n"])("%j is one", async (LOG_SUCCESS_SHARE) => {
    const { page, lines } = await homeWith({ LOG_SUCCESS_SHARE });
    expect(page).not.toContain("LOG_SUCCESS_SHARE");
    expect(lines.filter(({ event }) => event === "log_share_broken")).toEqual([]);
  });
});

describe("other settings that cannot be read", () => {
  it.each([
    ["AGENT_MIN_VERSION", ["", "1.2", "latest", " 1.2.3", '"1.2.3"', "-1.0.0"]],
    ["AGENT_RECOMMENDED_VERSION", ["", "2", "v"]],
    ["OIDC_ISSUERS", ["", "{}", "[{}]"]],
    ["AI_PROVIDERS", ["", " ", "{}", "[{}]", '"[]"']],
    ["GRAPH_DIRECTORIES", ["", " ", "[]", '{"acme":{}}']],
    [
      "AGENT_BASE_URL",
      [" ", "agents.example.com", "ftp://agents.example.com", '"https://a.example"'],
    ],
    ["INTEL_RESOLVER_URL", [" ", "resolver.example", "ftp://dns.example", '"https://dns.example"']],
    ["EVENTS_FORWARD_URL", [" ", "siem.example", '"https://siem.example"']],
    ["WEBHOOK_SIGNING_KEY", [" ", "{}", '{"kty":"OKP"}']],
    ["API_KEY_MAC_SECRET", ["", " ", "\n"]],
    ["INDICATOR_HMAC_KEY", ["", " "]],
  ])("%s is named at the home of operators", async (name, values) => {
    for (const value of values) expect((await homeWith({ [name]: value })).page).toContain(name);
    expect((await homeWith({})).page).not.toContain(name);
  });

  it("are not those that may be empty, nor those that are well", async () => {
    const { page } = await homeWith({
      AGENT_BASE_URL: "",
      INTEL_RESOLVER_URL: "https://dns.example/query",
      EVENTS_FORWARD_URL: "",
      WEBHOOK_SIGNING_KEY: "",
      GRAPH_DIRECTORIES: "{}",
      AI_PROVIDERS: "[]",
    });
    expect(page).not.toContain("no se pueden leer");
  });
});

describe("GET /readyz", () => {
  it("200 with a broken setting, which is the same everywhere: no other place would answer better", async () => {
    const { request } = anApp({}, { AI_PROVIDERS: "{}", API_KEY_MAC_SECRET: "" });
    const answer = await request("/readyz");
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain("AI_PROVIDERS");
  });
});
