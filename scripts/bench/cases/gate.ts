import type { MakeCases } from "../case.ts";

/** A warm call through key, scope, quota and rate-limit headers. */
export const gateCases: MakeCases = async (bench) => {
  await bench.database
    .prepare("UPDATE plans SET burst_per_second = 1000000 WHERE id = 'enterprise'")
    .run();
  await bench.ask("POST", "/admin/tenants", {
    tenantId: "bench",
    name: "Bench",
    plan: "enterprise",
    monthlyQuota: 10_000_000_000,
  });
  const { key } = await bench.ask<{ key: string }>("POST", "/admin/tenants/bench/api-keys", {
    name: "Bench",
    scopes: ["urlsearch"],
  });
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
        headers: { "X-Tenant-ID": "bench", "X-API-Key": key },
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
