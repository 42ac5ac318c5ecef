import type { LookAtAuthority } from "../../certificates/look-at-authority.ts";
import { listGivenAgain } from "../../fleet/agent-certificate-store.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import type { Database } from "../../platform/index.ts";
import { DAY_MS } from "../../platform/index.ts";
import type { Concern } from "./find-attention.ts";

/** An agent that is refused for it asks again within minutes, until its key or the CA is another. */
const GIVEN_WITHIN_MS = DAY_MS;

/** What keeps agents from certificates, now or soon. */
export async function findAuthorityConcerns(
  db: Database,
  look: LookAtAuthority,
  now: number,
  named: PageRequest,
): Promise<Concern[]> {
  const [authority, { items, total }] = await Promise.all([
    look(now),
    listGivenAgain(db, now - GIVEN_WITHIN_MS, named),
  ]);
  const things = items.map(({ tenantId, agentId }) => ({
    href: `/portal/t/${tenantId}/collectors?q=${agentId}`,
    label: agentId,
  }));
  const given: Concern = { kind: "givenAgain", count: total, href: "/portal/fleet", things };
  if (authority === undefined) return [given];
  const href = "/portal/fleet";
  return [{ ...authority, href, things: [{ href, label: "AGENT_CA_CHAIN" }] }, given];
}
