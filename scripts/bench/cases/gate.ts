import type { MakeCases } from "../case.ts";
import { openTenant } from "../open-tenant.ts";

/** A warm call through key, scope, quota and rate-limit headers. */
export const gateCases: MakeCases = async (bench) => {
  const headers = await openTenant(bench, "bench", ["urlsearch"]);
  const calls = async () =>
    (
      (await (await fetch(bench.url({ worker: "gated", path: "/object-calls" }))).json()) as {
        objectCalls: number;
      }
    ).objectCalls;
  const before = await calls();
  return [
    {
      name: "a warm gated call",
      call: {
        worker: "gated",
        path: "/api/v1/urlsearch?value=a",
        headers,
      },
      against: "bare route",
      target: 0.75,
      after: async (_bench, requests) => {
        const perThousand = (((await calls()) - before) / requests) * 1000;
        return `object calls per 1,000 requests: ${perThousand.toFixed(3)} (at most 25)`;
      },
    },
  ];
};
