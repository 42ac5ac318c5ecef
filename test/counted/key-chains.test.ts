import { expect, it } from "vitest";
import { countEach } from "../support/count-steps.ts";
import { chainsOf } from "../../src/tenants/gate/key-cap.ts";

function rotated(times: number) {
  return Array.from({ length: times }, (_, at) => ({
    id: `k${at}`,
    replacedBy: at + 1 < times ? `k${at + 1}` : null,
  }));
}

it("chainsOf takes steps linear in the number of keys, however often they were rotated", async () => {
  const works = [100, 1_000].map((times) => {
    const rows = rotated(times);
    return () => chainsOf(rows);
  });
  const [few = 0, many = 0] = await countEach("/gate/key-cap.ts", works);
  expect(few).toBeGreaterThan(100);
  expect(many / few).toBeLessThan(11);
  const [chains, own] = [chainsOf(rotated(3)), ["k0", "k1", "k2"]];
  expect([...chains]).toEqual(own.map((id) => [id, own]));
});
