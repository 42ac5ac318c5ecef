import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { aFile, anAppWithConversion, PDF } from "../support/markdown-conversion.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

/** D1 as it is while it has too much to do: its batches fail, and other things go on. */
function busyDatabase(message: string): D1Database {
  const fail = () => Promise.reject(new Error(`D1_ERROR: ${message}`));
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "batch") return fail;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** A namespace whose objects cannot be reached now. */
function away(property: object) {
  const method = () => Promise.reject(Object.assign(new Error("gone away"), property));
  const stub = new Proxy({}, { get: () => method });
  return { idFromName: () => ({}), get: () => stub } as unknown as typeof env.KNOWLEDGE;
}

const OVERLOADED = "D1 DB is overloaded. Requests queued for too long.";

function expectRetryLater(answer: Response): void {
  expect(answer.status).toBe(503);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(5);
  expect(seconds).toBeLessThanOrEqual(15);
}

describe("storage that fails for a while", () => {
  it("503 with Retry-After if D1 is overloaded, and the log says what failed", async () => {
    const as = await anOperator();
    const { request, lines } = anApp({}, { DB: busyDatabase(OVERLOADED) });
    const headers = { authorization: `Bearer ${as}` };
    const answer = await request("/admin/audit", { headers });
    expectRetryLater(answer);
    const body = await answer.json<{ error: string; message: string }>();
    expect(body.error).toBe("unavailable");
    expect(JSON.stringify(body)).not.toContain("D1");
    const said = lines.find(({ event }) => event === "request");
    expect(said).toMatchObject({ level: "error", status: 503 });
    expect(JSON.stringify(said)).toContain("overloaded");
  });

  it("500 if D1 says that the query is wrong", async () => {
    const as = await anOperator();
    const { request } = anApp({}, { DB: busyDatabase("no such column: x") });
    const answer = await request("/admin/audit", { headers: { authorization: `Bearer ${as}` } });
    expect(answer.status).toBe(500);
  });

  it("503 if an object is still of a version without the method", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const KNOWLEDGE = env.READINESS as unknown as typeof env.KNOWLEDGE;
    const { ask } = anAppWithConversion(["Birds"], { KNOWLEDGE });
    const file = { mimeType: PDF, contentBase64: aFile(PDF) };
    const body = { tenantId, title: "Birds", source: "wiki", ...file };
    expectRetryLater(await ask("PUT", "/ai/documents/birds", as, body));
  });

  it.each([{ overloaded: true }, { retryable: true }])(
    "503 if the object of a tenant's knowledge cannot be reached (%j)",
    async (property) => {
      const tenantId = await aTenant();
      const as = await aMember(tenantId);
      const { request } = anApp({}, { KNOWLEDGE: away(property) });
      const headers = { authorization: `Bearer ${as}` };
      expectRetryLater(await request(`/ai/usage?tenantId=${tenantId}`, { headers }));
    },
  );
});
