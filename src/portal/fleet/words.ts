import type { CertificateStatus } from "../../certificates/renewal-window.ts";
import type { EffectiveState, Reason } from "../../fleet/effective-state.ts";
import type { End, Span } from "./spans-of-filters.ts";
import { inBoth, sideBySide, type Language } from "../frame/language.ts";

export const fleetWords = inBoth(
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
  {
    summary: "Flota",
    lead: "Los agentes de sus máquinas, según lo último que se supo de ellos.",
    states: "Qué significan los estados",
    statesText:
      "Callado: faltan 3 contactos, al menos 3 minutos; desconectado: 10, al menos 15 minutos; desaparecido: 30 días; pendiente: nunca se supo de él. Con error, degradado: lo dice él mismo; degradado también: un conflicto de identidad, o un certificado a punto de caducar.",
    behind:
      "La última vez: mientras un agente está en línea, aquí puede ir hasta 15 minutos por detrás. Su propia página lo tiene exacto.",
    agents: "Agentes",
    silent: "sin noticias",
    byTenant: "Por cliente",
    tenant: "Cliente",
    none: "Todavía no hay ningún agente",
    noneSuch: "Ningún agente coincide",
    noneText: "Cree un código de alta e instale un agente con él.",
    enrol: "Crear un código de alta",
    host: "Equipo",
    state: "Estado",
    role: "Rol",
    region: "Región",
    lastSeen: "Última vez visto",
    version: "Versión",
    search: "Equipo, identificador o etiqueta",
    agent: "Agente",
    enrolled: "Alta",
    next: "Se espera",
    reasons: "Por qué",
    policy: "Política",
    noPolicy: "la del producto",
    revision: (revision: string) => `revisión ${revision}`,
    certificates: "Certificados",
    use: "Uso",
    inUse: "en uso",
    waiting: "emitido, sin usar todavía",
    status: "Estado",
    fingerprint: "Huella",
    from: "Desde",
    until: "Hasta",
    address: "Última dirección",
    health: "Salud",
    machine: "Máquina",
    label: "Etiqueta",
    labels: "Etiquetas",
    counters: "Contadores",
    duplicates: "En la misma máquina",
    conflict: "Dos máquinas parecen usar esta identidad",
    identity: "Identidad",
    inConflict: "en conflicto",
    resolve: "Es una y la misma: quitar la marca",
    revoke: "Revocar",
    revokeText: "Su próxima petición se rechaza. Solo puede volver con un código nuevo.",
    forgetText: "Sus datos de aquí se borran.",
    timeline: "Últimos eventos",
    noEvents: "Todavía no ha llegado ningún evento de este agente",
    received: "Recibido",
    type: "Tipo",
    event: "Evento",
    stateChanged: "cambio de estado",
    arrival: "Cómo llegó",
    published: "Transmitido",
  },
);

/** The filters of the list that are behind a press. */
export const filterWords = inBoth(
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
  {
    more: "Más filtros",
    below: "Anterior a la versión",
    policyHint: "Su identificador.",
    certificate: "Certificado",
    ended: "ha caducado",
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

export const stateWords = sideBySide<EffectiveState>({
  revoked: ["revoked", "revocado"],
  pending: ["pending", "pendiente"],
  missing: ["missing", "desaparecido"],
  offline: ["offline", "desconectado"],
  stale: ["stale", "callado"],
  error: ["error", "con error"],
  degraded: ["degraded", "degradado"],
  online: ["online", "en línea"],
});

export const reasonWords = sideBySide<Reason>({
  revoked: ["it was revoked", "fue revocado"],
  never_checked_in: ["it has never checked in", "nunca se ha puesto en contacto"],
  silent: [
    "it has not been heard of for longer than agreed",
    "lleva callado más tiempo del acordado",
  ],
  health_error: ["it reports an error", "informa de un error"],
  health_degraded: ["it reports that it is degraded", "informa de que está degradado"],
  identity_conflict: [
    "two machines seem to use its identity",
    "dos máquinas parecen usar su identidad",
  ],
  certificate_expiring: [
    "its certificate is about to expire",
    "su certificado está a punto de caducar",
  ],
});

export const certificateWords = sideBySide<CertificateStatus>({
  valid: ["valid", "válido"],
  renewal_due: ["due for renewal", "por renovar"],
  expiring: ["about to expire", "a punto de caducar"],
  expired: ["expired", "caducado"],
  pending_activation: ["a new one waits to be used", "uno nuevo espera a ser usado"],
});

export const policyStatusWords = sideBySide<"in_sync" | "outdated" | "unknown">({
  in_sync: ["in use", "en uso"],
  outdated: ["not taken over yet", "sin adoptar todavía"],
  unknown: ["not reported", "sin informar"],
});

export const versionWords: Record<Language, Record<string, string>> = sideBySide<string>({
  current: ["current", "actual"],
  outdated: ["outdated", "anticuada"],
  unsupported: ["no longer supported", "ya sin soporte"],
});
