import type { MakeCases } from "../case.ts";

/** The references, and what the kernel adds to an empty route. */
export const kernelCases: MakeCases = async () => [
  { name: "bare route", call: { worker: "bare", path: "/bare" } },
  { name: "bare + object read", call: { worker: "bare", path: "/object-read" } },
  { name: "bare + object write", call: { worker: "bare", path: "/object-write" } },
  {
    name: "bare + a small body",
    call: {
      worker: "bare",
      path: "/body",
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ tenantId: "sealed", value: "x".repeat(32) }),
    },
    against: "bare route",
  },
  {
    name: "bare + our headers",
    call: { worker: "bare", path: "/dressed" },
    against: "bare route",
  },
  {
    name: "GET /healthz",
    call: { worker: "product", path: "/healthz" },
    against: "bare route",
    target: 0.9,
  },
];
