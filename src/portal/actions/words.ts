import type { StoredAction } from "../../ai/actions/answers.ts";
import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const proposalWords = withSpanish(
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
  spanish,
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
