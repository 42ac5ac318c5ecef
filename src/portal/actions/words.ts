import type { StoredAction } from "../../ai/actions/answers.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

export const proposalWords = inBoth(
  {
    lead: "Nothing is done before somebody approves it.",
    none: "Nothing has been proposed yet",
    noneText:
      "When somebody asks the assistant about licences or MFA, what it would do stands here.",
    noneSuch: "No action fits",
    action: "What it would do",
    payload: "Payload",
    open: "Open it",
    asker: "Proposed to",
    proposed: "Proposed",
    ends: "To be decided by",
    decided: "Decided",
    ended: "Ended",
    waits: "It waits for an executor.",
    approve: "Approve",
    approveText: "An executor may begin with it for 24 hours. Nobody can undo it.",
    noticeText: "Your webhooks are told.",
    rejectText: "It will not be done.",
  },
  {
    lead: "Nada se hace antes de que alguien lo apruebe.",
    none: "Todavía no se ha propuesto nada",
    noneText:
      "Cuando alguien pregunta al asistente por licencias o MFA, lo que este haría aparece aquí.",
    noneSuch: "Ninguna acción coincide",
    action: "Qué haría",
    payload: "Datos que lleva",
    open: "Ábrala",
    asker: "Propuesta a",
    proposed: "Propuesta",
    ends: "Se decide antes de",
    decided: "Decidida",
    ended: "Terminada",
    waits: "Espera a un ejecutor.",
    approve: "Aprobar",
    approveText: "Un ejecutor puede empezarla durante 24 horas. Nadie puede deshacerlo.",
    noticeText: "Se avisa a sus webhooks.",
    rejectText: "No se hará.",
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

/** Words that the product itself writes into a payload or an outcome. */
export const writtenWords = sideBySide<string>({
  users: ["Users", "Usuarios"],
  skus: ["Products", "Productos"],
  "Told by webhook.": ["Told by webhook.", "Avisado por webhook."],
});
