import type { BulkAction, StopReason } from "../../fleet/bulk/actions.ts";
import type { BulkState } from "../../fleet/bulk/show-order.ts";
import { sideBySide } from "../frame/language.ts";
import { partOf, withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const bulkWords = withSpanish(
  {
    title: "Bulk orders",
    lead: "What was ordered for many agents at once, and how far it has come.",
    none: "Nothing was ordered for many agents yet",
    noneText: "Tick agents in their list, or take all that its filter finds.",
    agents: "Agents",
    tick: "Tick",
    choose: "What is to be done",
    ticked: "Do it to those ticked",
    all: (count: string) => `Do it to all ${count} found`,
    counted: (count: string) => (count === "1" ? "1 agent" : `${count} agents`),
    ofTenants: "Of these tenants",
    moreTenants: "The list has the tenants with the most agents.",
    missing: (count: string) =>
      `${count} of those ticked are left out: they are gone, or need no change.`,
    nobody: "There is no agent that this would change.",
    tooMany: (most: string) => `One order may have ${most} agents at most. Filter further.`,
    tenant: "Tenant",
    allTenants: "all",
    order: "Order",
    state: "State",
    filter: "Filter",
    named: "ticked one by one",
    everyone: "none: all agents",
    total: "Agents",
    done: "Done",
    gone: "Had left before",
    failed: "Failed",
    waiting: "Not done",
    by: "Ordered by",
    at: "Ordered",
    end: "Ended",
    stopped: "Stopped because",
    trouble: "Last failure of a turn; it goes on within a minute",
    reload: "Load again",
    cancel: "Cancel",
    cancelText: "Agents whose turn has not come stay as they are. What is done stays done.",
    failures: "Agents that failed three times",
    agent: "Agent",
    why: "Why",
    more: "More",
  },
  spanish,
  {
    all: (count: string) => `Hacerlo con los ${count} encontrados`,
    counted: (count: string) => (count === "1" ? "1 agente" : `${count} agentes`),
    missing: (count: string) =>
      `${count} de los marcados quedan fuera: ya no están, o no necesitan ningún cambio.`,
    tooMany: (most: string) => `Una orden admite ${most} agentes como mucho. Filtre más.`,
  },
);

export const actionWords = sideBySide<BulkAction>({
  revoke: ["Revoke", "Revocar"],
  deregister: ["End and delete", "Dar de baja y borrar"],
  resolve_conflict: ["Take the conflict off", "Quitar el conflicto"],
});

export const actionTexts = withSpanish<Record<BulkAction, string>>(
  {
    revoke:
      "The very next request of each is refused. They can come back with a new code only. This cannot be undone.",
    deregister:
      "The very next request of each is refused, and their records here go. They can come back with a new code only. This cannot be undone.",
    resolve_conflict: "Each counts as one and the same machine again.",
  },
  partOf(spanish, "actions"),
);

export const bulkStates = withSpanish<Record<BulkState, string>>(
  { running: "under way", cancelling: "being cancelled", cancelled: "cancelled", done: "done" },
  partOf(spanish, "states"),
);

export const reasonWords = sideBySide<"overloaded" | "failed">({
  overloaded: ["too much was going on", "había demasiada carga"],
  failed: ["an error on our side", "un error por nuestra parte"],
});

export const stopWords = sideBySide<StopReason>({
  giver_gone: [
    "whoever gave it was removed, or the token was revoked",
    "se quitó a quien la dio, o se revocó el token",
  ],
  giver_may_not: [
    "whoever gave it may not order this any more",
    "quien la dio ya no puede pedir esto",
  ],
});
