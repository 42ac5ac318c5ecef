import type { CertificateStatus } from "../../certificates/renewal-window.ts";
import type { EffectiveState, Reason } from "../../fleet/effective-state.ts";
import type { End, Span } from "./spans-of-filters.ts";
import type { Language } from "../frame/language.ts";
import { partOf, readWords, withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";
import codes from "./codes.txt";

export const fleetWords = withSpanish(
  {
    summary: "Fleet",
    lead: "The agents on your machines, as last heard of.",
    states: "What the states mean",
    statesText:
      "Stale: silent for 3 check-ins, at least 3 minutes; offline: for 10, at least 15 minutes; missing: for 30 days; pending: never heard of. Error, degraded: it says so itself; degraded also: a conflict of identity, or a certificate about to expire.",
    behind:
      "Last seen: while an agent is online, it may be up to 15 minutes behind here. Its own page has it exactly.",
    agents: "Agents",
    silent: "not heard of",
    byTenant: "By tenant",
    tenant: "Tenant",
    none: "There is no agent yet",
    noneSuch: "No agent fits",
    noneText: "Make an enrolment code, and install an agent with it.",
    enrol: "Make an enrolment code",
    host: "Host",
    state: "State",
    role: "Role",
    region: "Region",
    lastSeen: "Last seen",
    version: "Version",
    search: "Host, id or label",
    agent: "Agent",
    enrolled: "Enrolled",
    next: "Expected next",
    reasons: "Why",
    policy: "Policy",
    noPolicy: "the one of the product",
    revision: (revision: string) => `revision ${revision}`,
    certificates: "Certificates",
    use: "Use",
    inUse: "in use",
    waiting: "issued, not used yet",
    status: "Status",
    fingerprint: "Fingerprint",
    from: "From",
    until: "Until",
    address: "Last address",
    health: "Health",
    machine: "Machine",
    label: "Label",
    labels: "Labels",
    counters: "Counters",
    duplicates: "On the same machine",
    conflict: "Two machines seem to use this identity",
    identity: "Identity",
    inConflict: "in conflict",
    resolve: "It is one and the same: take the flag off",
    revoke: "Revoke",
    revokeText: "Its very next request is refused. It can come back with a new code only.",
    forgetText: "Its record here goes.",
    timeline: "Last events",
    noEvents: "No event came from this agent yet",
    received: "Received",
    type: "Type",
    event: "Event",
    stateChanged: "change of state",
    arrival: "How it came",
    published: "Passed on",
  },
  spanish,
  { revision: (revision: string) => `revisión ${revision}` },
);

/** The filters of the list that are behind a press. */
export const filterWords = withSpanish(
  {
    more: "More filters",
    below: "Older than version",
    policyHint: "Its id.",
    certificate: "Certificate",
    ended: "has ended",
    ends: (days: string) => `ends within ${days} days`,
    lately: (days: number) => (days === 1 ? "in the last day" : `in the last ${days} days`),
    longAgo: (days: number) => (days === 1 ? "more than a day ago" : `more than ${days} days ago`),
  },
  partOf(spanish, "filters"),
  {
    ends: (days: string) => `caduca en ${days} días`,
    lately: (days: number) => (days === 1 ? "en el último día" : `en los últimos ${days} días`),
    longAgo: (days: number) => (days === 1 ? "hace más de un día" : `hace más de ${days} días`),
  },
);

export function sayEnd(language: Language, end: End): string {
  const words = filterWords[language];
  return end === "ended" ? words.ended : words.ends(end);
}

export function saySpan(language: Language, span: Span): string {
  const words = filterWords[language];
  const [kind, days] = span.split("-");
  return kind === "before" ? words.longAgo(Number(days)) : words.lately(Number(days));
}

export const stateWords = readWords<EffectiveState>(partOf(codes, "states"));

export const reasonWords = readWords<Reason>(partOf(codes, "reasons"));

export const certificateWords = readWords<CertificateStatus>(partOf(codes, "certificates"));

export const policyStatusWords = withSpanish<Record<"in_sync" | "outdated" | "unknown", string>>(
  { in_sync: "in use", outdated: "not taken over yet", unknown: "not reported" },
  partOf(spanish, "policies"),
);

export const versionWords = readWords(partOf(codes, "versions"));
