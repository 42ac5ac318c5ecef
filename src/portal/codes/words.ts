import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const codeWords = withSpanish(
  {
    title: "Enrolment codes",
    create: "Make an enrolment code",
    none: "There is no enrolment code yet",
    lead: "An agent enrols with one of these. Make one below.",
    searchHint:
      "A part of a role or of the region, or how it begins or ends. Never all of it: addresses are kept in histories.",
    code: "Code",
    roles: "Roles",
    rolesHint: "Separated by commas. Empty: collector.",
    region: "Region",
    regionHint: "Empty: global.",
    maxUses: "Uses",
    maxUsesHint: "How many agents may enrol with it.",
    days: "Days",
    daysHint: "How long it counts, up to 90 days.",
    policy: "Policy",
    policyHint: "What the agents that enrol with it are told to do.",
    policyByRole: "by role",
    used: "Used",
    status: "Status",
    expires: "Expires",
    another: "Another like it",
    revoke: "Revoke",
    revokeText: "No further agent enrols with it, for good. Those that have stay.",
    madeTitle: "Your new enrolment code",
    label: "Enrolment code",
    next: "What to do with it",
    nextText: (url: string) =>
      `An agent sends it to ${url}, with a signing request of its own key. The example agent does so, started in a copy of this project:`,
    toCodes: "Back to the codes",
  },
  spanish,
  {
    nextText: (url: string) =>
      `Un agente lo envía a ${url}, con una solicitud de firma de su propia clave. Así lo hace el agente de ejemplo, iniciado en una copia de este proyecto:`,
  },
);

export const codeStatusWords = sideBySide<"active" | "consumed" | "expired" | "revoked">({
  active: ["active", "activo"],
  consumed: ["used up", "agotado"],
  expired: ["expired", "caducado"],
  revoked: ["revoked", "revocado"],
});
