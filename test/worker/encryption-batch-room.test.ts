import { expect, it } from "vitest";
import { holdRoom, ROOM_BYTES } from "../../src/platform/index.ts";
import { call } from "../support/call.ts";
import { aServiceKey, aTenant } from "../support/people.ts";

const MIB = 1024 * 1024;
const MOST_AT_ONCE = 3;

async function aBatch(bytes: number) {
  const headers = { "x-internal-service-key": await aServiceKey() };
  const tenantId = await aTenant();
  await call("POST", "/encryption/provision-key", { body: { tenantId }, headers });
  const value = "v".repeat(MIB / 20);
  const items = Array.from({ length: Math.floor(bytes / value.length) }, () => ({ value }));
  const body = { tenantId, operation: "encrypt", items };
  return () => call("POST", "/encryption/batch", { body, headers });
}

it("503 for a large batch while others fill the room of the isolate; 200 once they are answered", async () => {
  const send = await aBatch(3.6 * MIB);
  const letGo = holdRoom(ROOM_BYTES - 3 * MIB, Date.now(), "others");
  const refused = await send();
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
  letGo?.();
  expect((await send()).status).toBe(200);
  // All of its room is free again.
  const whole = holdRoom(ROOM_BYTES, Date.now(), "others");
  expect(whole).toBeDefined();
  whole?.();
});

it("three of the largest batches find room side by side, and a small one always does", async () => {
  const send = await aBatch(3.6 * MIB);
  const answers = await Promise.all(Array.from({ length: MOST_AT_ONCE }, send));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const letGo = holdRoom(ROOM_BYTES, Date.now(), "others");
  expect((await (await aBatch(0.5 * MIB))()).status).toBe(200);
  letGo?.();
});
