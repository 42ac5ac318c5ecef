import { describe, expect, it } from "vitest";
import { withAnotherSecret } from "../support/another-secret.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";

const MINUTE_MS = 60_000;

/** A key that ends after a minute, and an isolate with its own clock, which has cached it if wanted. */
async function aKeyForAMinute({ met }: { met: boolean }) {
  const as = await anOperator();
  const start = Date.now();
  const expiresAt = new Date(start + MINUTE_MS).toISOString();
  const order = { name: "short", operations: ["provision"], expiresAt };
  const made = await call("POST", "/admin/service-keys", { as, body: order });
  const { id, key } = await made.json<{ id: string; key: string }>();
  let now = start;
  const app = anApp({ now: () => now });
  const body = JSON.stringify({ tenantId: await aTenant() });
  const ask = async (text: string, after: number) => {
    now = start + after;
    const headers = { "content-type": "application/json", "x-internal-service-key": text };
    const init = { method: "POST", headers, body };
    return (await app.request("/encryption/provision-key", init)).status;
  };
  if (met) expect(await ask(key, 0)).toBe(200);
  return { as, id, key, ask };
}

describe("a service key", () => {
  it.each([{ met: false }, { met: true }])(
    "401 for another secret under its id, with the key cached: $met",
    async ({ met }) => {
      const { key, ask } = await aKeyForAMinute({ met });
      expect(await ask(withAnotherSecret(key), 1)).toBe(401);
      expect(await ask(key, 2)).toBe(200);
    },
  );

  it.each([{ met: false }, { met: true }])(
    "401 for a part of the key and for a longer text, with the key cached: $met",
    async ({ met }) => {
      const { id, key, ask } = await aKeyForAMinute({ met });
      const parts = [`rmp_svc_${id}`, key.slice(0, -1), `${key}0`, key + key];
      const statuses = [];
      for (const text of parts) statuses.push(await ask(text, 1));
      expect(statuses).toEqual([401, 401, 401, 401]);
    },
  );

  it.each([{ met: false }, { met: true }])(
    "401 from its end on, with the key cached: $met",
    async ({ met }) => {
      const { key, ask } = await aKeyForAMinute({ met });
      if (met) expect(await ask(key, MINUTE_MS - 1)).toBe(200);
      expect(await ask(key, MINUTE_MS)).toBe(401);
    },
  );

  it("401 within 15 s of its revocation, even where it is cached", async () => {
    const { as, id, key, ask } = await aKeyForAMinute({ met: true });
    expect((await call("DELETE", `/admin/service-keys/${id}`, { as })).status).toBe(204);
    expect(await ask(key, 15_000)).toBe(401);
  });
});
