import { inBoth } from "../frame/language.ts";

export const codeWords = inBoth(
  {
    title: "Enrolment codes",
    create: "Make an enrolment code",
    none: "There is no enrolment code yet",
    noneText: "An agent enrols with one. Make it below.",
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
    policyHint: "The id of a policy of this tenant. Empty: by role.",
    used: "Used",
    status: "Status",
    expires: "Expires",
    revoke: "Revoke",
    madeTitle: "Your new enrolment code",
    label: "Enrolment code",
    toCodes: "Back to the codes",
  },
  {
    title: "Códigos de alta",
    create: "Crear un código de alta",
    none: "Todavía no hay ningún código de alta",
    noneText: "Un agente se da de alta con uno. Créelo abajo.",
    code: "Código",
    roles: "Papeles",
    rolesHint: "Separados por comas. Vacío: collector.",
    region: "Región",
    regionHint: "Vacío: global.",
    maxUses: "Usos",
    maxUsesHint: "Cuántos agentes pueden darse de alta con él.",
    days: "Días",
    daysHint: "Cuánto tiempo vale, hasta 90 días.",
    policy: "Política",
    policyHint: "El identificador de una política del cliente. Vacío: según el papel.",
    used: "Usado",
    status: "Estado",
    expires: "Caduca",
    revoke: "Revocar",
    madeTitle: "Su nuevo código de alta",
    label: "Código de alta",
    toCodes: "Volver a los códigos",
  },
);

export const codeStatusWords = inBoth<
  Record<"active" | "consumed" | "expired" | "revoked", string>
>(
  { active: "active", consumed: "used up", expired: "expired", revoked: "revoked" },
  { active: "activo", consumed: "agotado", expired: "caducado", revoked: "revocado" },
);
