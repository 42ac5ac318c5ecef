import type { Context } from "hono";
import { SILENT, STATES } from "../../fleet/effective-state.ts";
import type { Filter } from "../../fleet/list-filter.ts";
import { agentList } from "../../fleet/list-schemas.ts";
import { DAY_MS } from "../../platform/index.ts";
import type { FormState } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import type { View } from "../frame/view.ts";
import type { OfferedPolicy } from "../policies/offer-policies.ts";
import { ENDS, SPANS, type End, type Span } from "./spans-of-filters.ts";

const CHOICES = {
  status: [SILENT, ...STATES],
  conflict: ["true"],
  cert: ENDS,
  seen: SPANS,
} as const;
const TYPED = ["q", "tenant", "code", "label", "policy", "version", "version_below"];
/** The filters that the page keeps behind a press. */
export const MORE_FILTERS = ["policy", "version", "version_below", "cert", "seen"];

const typedFilters = agentList.pick({ version: true, version_below: true, policy: true });

/** The names of all fields by which the list is filtered. */
export const FILTERED_BY = [...TYPED, ...Object.keys(CHOICES)];

/**
 * The filter of a list of agents; what cannot be read shows all, and its field says so. `policies` are
 * those of the one tenant whose list it is, which has no filter by tenant.
 */
export function readAgentFilter(
  c: Context,
  view: View,
  now: number,
  policies: readonly OfferedPolicy[] | undefined,
): { form: FormState; filter: Filter } {
  const { form, chosen } = readFilter(c, TYPED, CHOICES);
  const { status, conflict, cert, seen } = chosen;
  const [q, tenant, code, version, below] = ["q", "tenant", "code", "version", "version_below"].map(
    (name) => form.given(name),
  );
  const asked = form.given("policy");
  const isOffered = policies?.some(({ value }) => value === asked) ?? true;
  const policy = isOffered ? asked : undefined;
  const typed = typedFilters.safeParse({ policy, version, version_below: below });
  return {
    form: typed.success ? form : form.refused(view, typed.error),
    filter: {
      q,
      tenant: policies === undefined ? tenant : undefined,
      code,
      // As the link says it: blanks at the end of a value are a part of it.
      label: c.req.query("label") || undefined,
      status,
      conflict: conflict === undefined ? undefined : true,
      ...typed.data,
      ...endOf(cert),
      ...timeOf(seen, now),
    },
  };
}

function endOf(cert: End | undefined): Filter {
  if (cert === undefined) return {};
  return cert === "ended" ? { cert_expired: true } : { cert_expires_within_days: Number(cert) };
}

function timeOf(seen: Span | undefined, now: number): Filter {
  const [kind, days] = seen?.split("-") ?? [];
  if (kind === undefined) return {};
  const at = now - Number(days) * DAY_MS;
  return kind === "before" ? { last_seen_before: at } : { last_seen_after: at };
}
