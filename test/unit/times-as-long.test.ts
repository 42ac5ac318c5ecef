import { expect, it } from "vitest";
import { timesAsLong } from "../support/times-as-long.ts";

function burn(milliseconds: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= milliseconds * 1000) return;
  }
}

it("a text is not compared with the first run of the other, before the engine has compiled it", () => {
  let runs = 0;
  const other = () => burn(runs++ === 0 ? 30 : 6);
  expect(timesAsLong(() => burn(15), other, 10)).toBeGreaterThan(1.5);
});
