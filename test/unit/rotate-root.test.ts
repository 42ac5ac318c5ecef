import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { rotateRoot } from "../../scripts/keys/commands.ts";

const TENANTS = 1_000;
const A_RUN = 800;
const ROOT = { current: false, present: true, failed: 0, removable: false };

afterEach(() => vi.restoreAllMocks());

/** Of a thousand tenants the first 800 are under a root that was lost; those that failed come last. */
function anInstance() {
  const waiting = Array.from({ length: TENANTS }, (_, at) => ({
    isLost: at < A_RUN,
    failed: false,
  }));
  let runs = 0;
  const progress = () => ({
    current: 2,
    tenants: TENANTS,
    moved: TENANTS - waiting.length,
    stale: waiting.length,
    roots: [1, 2].map((rootId) => ({
      ...ROOT,
      rootId,
      tenants: 0,
      failed: rootId === 1 ? waiting.filter(({ failed }) => failed).length : 0,
      firstSeenAt: null,
      goneAt: null,
    })),
  });
  const move = () => {
    runs += 1;
    const some = waiting.splice(0, A_RUN);
    const stuck = some.filter(({ isLost }) => isLost);
    for (const tenant of stuck) waiting.push({ ...tenant, failed: true });
    const moved = some.length - stuck.length;
    return { moved, failed: stuck.length, progress: progress() };
  };
  return { progress, move, runs: () => runs };
}

it("rotateRoot moves every tenant that it can, though a whole run moved none, and returns 3", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { progress, move, runs } = anInstance();
  const server = createServer((request, answer) => {
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify(request.method === "POST" ? move() : progress()));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  expect(await rotateRoot({ address: `http://127.0.0.1:${port}`, token: "t" })).toBe(3);
  expect(progress()).toMatchObject({ moved: 200, stale: 800 });
  expect(runs()).toBeLessThan(5);
  await new Promise((closed) => server.close(closed));
});
