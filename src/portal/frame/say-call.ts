import type { Module } from "../../tenants/gate/modules.ts";

/** A call that any key for URLs may make. */
export const EXAMPLE = "urlsearch?value=example.com";

const EXAMPLES: Record<Module, string> = {
  urlsearch: EXAMPLE,
  ipsearch: "ipsearch?value=192.0.2.1",
  dnssearch: "dnssearch?value=example.com",
  darkweb: "darkweb?value=example.com",
  antispam: "antispam",
};
const MESSAGE = { channel: "email", sender: "ana@example.com", body: "See you at eight." };

interface ApiCall {
  origin: string;
  /** The module and the query. */
  asked: string;
  tenantId: string;
  key: string;
}

/** A call of a module as a shell command. */
export function sayCall({ origin, asked, tenantId, key }: ApiCall, ...more: string[]): string {
  return sayCommand(
    `curl "${origin}/api/v1/${asked}"`,
    `-H "X-Tenant-ID: ${tenantId}"`,
    `-H "X-API-Key: ${key}"`,
    ...more,
  );
}

/** An example of a call that a key for this module may make. */
export function sayExample(module: Module, call: Omit<ApiCall, "asked">): string {
  const json = `-H "Content-Type: application/json"`;
  const message = module === "antispam" ? [json, `-d '${JSON.stringify(MESSAGE)}'`] : [];
  return sayCall({ ...call, asked: EXAMPLES[module] }, ...message);
}

/** A shell command over several lines. */
export function sayCommand(...parts: string[]): string {
  return parts.join(" \\\n  ");
}
