import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anInspector, FAKE, send } from "../support/inspection.ts";
import { aServiceKey, aTenant, anOperator } from "../support/people.ts";

/** Each route that takes an Idempotency-Key, with a request that is valid otherwise. */
const ROUTES: Record<string, (headers: Record<string, string>) => Promise<Response>> = {
  "/encryption/rotate-key": async (headers) => {
    const service = { "x-internal-service-key": await aServiceKey(["rotate"]) };
    const body = { tenantId: await aTenant() };
    return call("POST", "/encryption/rotate-key", { headers: { ...headers, ...service }, body });
  },
  "/ai/actions/{id}/approve": async (headers) =>
    call("POST", "/ai/actions/none/approve", {
      as: await anOperator(),
      headers,
      body: { tenantId: await aTenant() },
    }),
  "/api/v1/antispam": async (headers) => send(await anInspector(), FAKE, headers),
};

describe.each(Object.entries(ROUTES))("the Idempotency-Key of POST %s", (_path, order) => {
  it.each(["", "two words", "tilde-é", "x".repeat(129)])(
    "400 for %j, with the same message on each route",
    async (key) => {
      const answer = await order({ "idempotency-key": key });
      expect(answer.status).toBe(400);
      const { message } = await answer.json<{ message: string }>();
      expect(message).toBe(
        '"idempotency-key" is invalid: must be 1 to 128 visible ASCII characters.',
      );
    },
  );

  it("no 400 for the longest key, of 128 characters", async () => {
    const answer = await order({ "idempotency-key": "~".repeat(128) });
    expect([200, 404]).toContain(answer.status);
  });
});
