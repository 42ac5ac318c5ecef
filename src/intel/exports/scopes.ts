import type { Module } from "../../tenants/gate/modules.ts";

/** The scope that a key needs for each address; the API description reads it too. */
export const EXPORT_SCOPES = {
  "/exports/ip.txt": "ipsearch",
  "/exports/domain.txt": "dnssearch",
  "/exports/url.txt": "urlsearch",
  "/exports/rpz.zone": "dnssearch",
  "/decisions": "ipsearch",
  "/decisions/stream": "ipsearch",
  "/usage-metrics": "ipsearch",
} as const satisfies Record<string, Module>;
