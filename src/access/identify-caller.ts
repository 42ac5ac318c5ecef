import type { Context } from "hono";
import { refuse, type Refusal, type Soon } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { Principal } from "./principal.ts";
import { certificateRequired, invalidServiceKey } from "./refusals.ts";
import type { AccessRule } from "./route-table.ts";

/** Gives undefined if the request carries no credential of this kind. */
type Identify = (c: Context<Rampart>) => Soon<Identified>;
type Identified = Principal | Refusal | undefined;

/** How each kind of credential is recognised. They are asked in this order. */
export interface Identifiers {
  service: Identify;
  /** `fresh` asks the database instead of what the isolate remembers. */
  person: (c: Context<Rampart>, fresh: boolean) => Soon<Identified>;
  agent?: Identify;
}

/** Finds the caller; without a promise for a service key that this isolate has checked already. */
export function identifyCaller(
  c: Context<Rampart>,
  rule: AccessRule,
  identifiers: Identifiers,
): Soon<Principal | Refusal> {
  const service = rule.who.includes("service") ? identifiers.service(c) : undefined;
  if (service !== undefined && !(service instanceof Promise)) return service;
  return identifyInTurn(c, rule, identifiers, service);
}

async function identifyInTurn(
  c: Context<Rampart>,
  rule: AccessRule,
  identifiers: Identifiers,
  asking: Promise<Identified> | undefined,
): Promise<Principal | Refusal> {
  const { who, fresh = false } = rule;
  const service = await asking;
  if (service !== undefined) return service;
  if (who.includes("member") || who.includes("operator")) {
    const person = await identifiers.person(c, fresh);
    if (person !== undefined) return person;
  }
  const agent = who.includes("agent") ? await identifiers.agent?.(c) : undefined;
  return agent ?? unidentified(rule);
}

function unidentified({ who }: AccessRule): Refusal {
  const isForPeople = who.includes("member") || who.includes("operator");
  // The kind that the rule names first decides the refusal; the message names the other kinds too.
  if (who[0] === "agent") return certificateRequired(isForPeople ? " or a valid bearer token" : "");
  if (!isForPeople) return invalidServiceKey();
  const service = who.includes("service") ? " or X-Internal-Service-Key" : "";
  const agent = who.includes("agent") ? " or a client certificate" : "";
  return refuse(401, "unauthorized", `A valid bearer token${service}${agent} is needed.`);
}
