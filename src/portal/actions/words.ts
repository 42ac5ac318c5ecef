import type { StoredAction } from "../../ai/actions/schemas.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

export const proposalWords = inBoth(
  {
    title: "Proposed actions",
    lead: "What the assistant's tools propose to the person who asked. Nothing is done before somebody approves it.",
    none: "Nothing has been proposed yet",
    noneText:
      "Ask the assistant about licences or MFA by POST /ai/chat: what its tools propose then waits here.",
    noneSuch: "No action fits",
    action: "What it would do",
    payload: "Payload",
    open: "Open it to see all",
    asker: "Proposed to",
    state: "State",
    proposed: "Proposed",
    ends: "To be decided by",
    tool: "Found by",
    decided: "Decided",
    begun: "Begun",
    ended: "Ended",
    outcome: "Outcome",
    waits: "It waits for an executor of yours: a service key for ai:act.",
    decide: "Decide",
    approve: "Approve",
    approveText:
      "An executor of yours may begin with it for 24 hours. An approval is not taken back.",
    noticeText: "Your webhooks are told, and with that it is done.",
    reject: "Reject",
    rejectText: "It will not be done. A rejection is not taken back.",
  },
  {
    title: "Acciones propuestas",
    lead: "Lo que las herramientas del asistente proponen a quien preguntó. Nada se hace antes de que alguien lo apruebe.",
    none: "Todavía no se propuso nada",
    noneText:
      "Pregunte al asistente por licencias o MFA con POST /ai/chat: lo que propongan sus herramientas espera aquí.",
    noneSuch: "Ninguna acción encaja",
    action: "Qué haría",
    payload: "Datos que lleva",
    open: "Ábrala para verlo todo",
    asker: "Propuesta a",
    state: "Estado",
    proposed: "Propuesta",
    ends: "Se decide antes de",
    tool: "La encontró",
    decided: "Decidida",
    begun: "Empezada",
    ended: "Terminada",
    outcome: "Resultado",
    waits: "Espera a un ejecutor suyo: una clave de servicio para ai:act.",
    decide: "Decidir",
    approve: "Aprobar",
    approveText:
      "Un ejecutor suyo puede empezarla durante 24 horas. Una aprobación no se puede retirar.",
    noticeText: "Se avisa a sus webhooks, y con eso queda realizada.",
    reject: "Rechazar",
    rejectText: "No se hará. Un rechazo no se puede retirar.",
  },
);

export const stateWords = sideBySide<StoredAction["state"]>({
  proposed: ["to be decided", "por decidir"],
  approved: ["approved", "aprobada"],
  rejected: ["rejected", "rechazada"],
  expired: ["expired", "caducada"],
  executed: ["carried out", "realizada"],
  failed: ["failed", "fallida"],
});

export const categoryWords = sideBySide<StoredAction["category"]>({
  create: ["create", "crear"],
  block: ["block", "bloquear"],
  enable: ["turn on", "activar"],
  report: ["report", "informar"],
  notify: ["tell by webhook", "avisar por webhook"],
});

/** What the product itself writes into a payload or an outcome. */
export const writtenWords = sideBySide<string>({
  users: ["Users", "Usuarios"],
  skus: ["Products", "Productos"],
  percent: ["Percent", "Porcentaje"],
  "Told by webhook.": ["Told by webhook.", "Avisado por webhook."],
});
