import type { RouteTable } from "../../src/access/index.ts";
import type { Access, Credential, SchemeName } from "./credentials.ts";

type AccessRule = RouteTable[string];
type Caller = Exclude<AccessRule["who"], "anyone">[number];

const SCHEME_OF: Record<Caller, SchemeName> = {
  member: "bearer",
  operator: "bearer",
  service: "serviceKey",
  agent: "agentCertificate",
};

/** Reads the access to a route from the route table, as its description tells it. */
export function readAccess(table: RouteTable, method: string, path: string): Access | undefined {
  const rule = table[`${method} ${path}`];
  if (rule === undefined) return undefined;
  if (rule.who === "anyone") {
    // A permission in such a rule is for callers that send a token all the same.
    const byToken = rule.permission === undefined ? [] : credentialsFor("bearer", rule);
    return { credentials: byToken.length === 0 ? [] : [{ schemes: [] }, ...byToken] };
  }
  const schemes = new Set(rule.who.map((caller) => SCHEME_OF[caller]));
  const credentials = [...schemes].flatMap((scheme) => credentialsFor(scheme, rule));
  return { credentials, callers: rule.who };
}

/**
 * Returns the credentials of a scheme. An agent's certificate is its permission; everybody else holds
 * permissions by name.
 */
function credentialsFor(scheme: SchemeName, { permission, services }: AccessRule): Credential[] {
  if (permission === undefined || scheme === "agentCertificate") return [{ schemes: [scheme] }];
  const enough = (scheme === "serviceKey" ? services : undefined) ?? [permission];
  return enough.map((one) => ({ schemes: [scheme], permissions: [one] }));
}
