import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { anApp } from "../support/app.ts";
import { deafDatabase } from "../support/dying-database.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const LANGUAGES = ["en", "es"] as const;

/** What a reader sees: no tags, and one blank between words. */
async function read(answer: Response): Promise<string> {
  const page = await answer.text();
  const main = page.slice(page.indexOf("<main"));
  return main.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

async function anOwner(): Promise<{ ana: Visitor; home: string }> {
  const tenantId = await aTenant();
  return { ana: await aVisitor("owner", [tenantId]), home: `/portal/t/${tenantId}` };
}

/** The answer of the portal when each batch of its database fails with that message. */
async function failing(why: string, language: string) {
  const { ana, home } = await anOwner();
  const DB = new Proxy(deafDatabase({ done: false }), {
    get: (target, name) => {
      if (name === "batch") return () => Promise.reject(new Error(why));
      return Reflect.get(target, name) as unknown;
    },
  });
  const headers = {
    cookie: ana.cookie,
    "sec-fetch-site": "same-origin",
    "accept-language": language,
  };
  const body = new URLSearchParams({ action: "deny", value: "bad.example" });
  const init = { method: "POST", body, headers };
  return anApp({}, { DB }).request(`http://rampart.test${home}/lists`, init);
}

/** The pages of the twenty-first ping of a minute, in both languages. */
async function pingTooOften(): Promise<Record<"en" | "es", Response>> {
  const { ana, home } = await anOwner();
  const endpoint = { url: "http://localhost:9/hook", events: "ping" };
  await (await ana.post(`${home}/webhooks/new`, endpoint)).text();
  const list = await (await ana.get(`${home}/webhooks`)).text();
  const one = /href="([^"]+\/webhooks\/(?!new)[^"]+)"/.exec(list)?.[1] ?? "";
  const id = env.WEBHOOK_ENDPOINT.idFromName(one.split("/").at(-1) ?? "");
  await runInDurableObject(env.WEBHOOK_ENDPOINT.get(id), (object: WebhookEndpoint) => {
    object.fetcher = async () => new Response();
  });
  for (let pings = 0; pings < 20; pings += 1) await (await ana.post(`${one}/ping`)).text();
  const page = (language: string) => ana.post(`${one}/ping`, {}, { "accept-language": language });
  return { en: await page("en"), es: await page("es") };
}
let pingedTooOften: ReturnType<typeof pingTooOften> | undefined;

describe("an error page of the portal", () => {
  it.each([
    ["en", /Not now .* a minute\. Try again in \d+ (?:second|minute)s?\./],
    ["es", /Ahora no .* Inténtelo de nuevo dentro de \d+ (?:segundo|minuto)s?\./],
  ])("429 says how long to wait: %s", async (language, said) => {
    const refused = (await (pingedTooOften ??= pingTooOften()))[language as "en" | "es"];
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await read(refused)).toMatch(said);
  });

  it.each([
    ["en", /Not now .* at the moment; try again\. Try again in \d+ seconds\./],
    ["es", /Ahora no .* Inténtelo de nuevo dentro de \d+ segundos\./],
  ])("503 says how long to wait, and keeps what was typed: %s", async (language, said) => {
    const answer = await failing("D1_ERROR: D1 DB is overloaded. Too many requests", language);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const text = await read(answer);
    expect(text).toMatch(said);
    expect(text).toContain("bad.example");
  });

  it.each(LANGUAGES)(
    "500 shows the request id and a link back, but not the cause: %s",
    async (language) => {
      const answer = await failing("secret of the database", language);
      expect(answer.status).toBe(500);
      const page = await answer.text();
      expect(page).toContain(`<code>${answer.headers.get("x-request-id")}</code>`);
      expect(page).toContain('<a href="/portal">');
      expect(page).not.toContain("secret of the database");
    },
  );

  it.each([
    ["en", /Too large .* nothing of it was saved/],
    ["es", /Demasiado grande .* no se guardó nada/],
  ])("413 says that nothing was saved: %s", async (language, said) => {
    const { ana, home } = await anOwner();
    const fields = { action: "deny", value: "x".repeat(70_000) };
    const refused = await ana.post(`${home}/lists`, fields, { "accept-language": language });
    expect(refused.status).toBe(413);
    expect(await read(refused)).toMatch(said);
  });
});
