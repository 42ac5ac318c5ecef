import type { LookAtAuthority } from "../../certificates/look-at-authority.ts";
import { listGivenAgain } from "../../fleet/agent-certificate-store.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import type { Database } from "../../platform/index.ts";
import { DAY_MS } from "../../platform/index.ts";
import type { Concern } from "./find-attention.ts";

/** A refused agent asks again within minutes, until it has another key or the CA is replaced. */
const GIVEN_WITHIN_MS = DAY_MS;

/** What prevents agents from getting certificates, now or soon. */
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
