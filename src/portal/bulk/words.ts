import type { BulkAction, StopReason } from "../../fleet/bulk/actions.ts";
import type { BulkState } from "../../fleet/bulk/show-order.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

export const bulkWords = inBoth(
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
  {
    title: "Órdenes en bloque",
    lead: "Lo que se pidió para muchos agentes a la vez, y por dónde va.",
    none: "Todavía no se ha pedido nada para muchos agentes",
    noneText: "Marque agentes en su lista, o tome todos los que encuentra su filtro.",
    agents: "Agentes",
    tick: "Marcar",
    choose: "Qué hay que hacer",
    ticked: "Hacerlo con los marcados",
    all: (count: string) => `Hacerlo con los ${count} encontrados`,
    counted: (count: string) => (count === "1" ? "1 agente" : `${count} agentes`),
    ofTenants: "De estos clientes",
    moreTenants: "La lista tiene los clientes con más agentes.",
    missing: (count: string) =>
      `${count} de los marcados quedan fuera: ya no están, o no necesitan ningún cambio.`,
    nobody: "No hay ningún agente al que esto cambiaría.",
    tooMany: (most: string) => `Una orden admite ${most} agentes como mucho. Filtre más.`,
    tenant: "Cliente",
    allTenants: "todos",
    order: "Orden",
    state: "Estado",
    filter: "Filtro",
    named: "marcados uno a uno",
    everyone: "ninguno: todos los agentes",
    total: "Agentes",
    done: "Hechos",
    gone: "Ya se habían ido",
    failed: "Fallidos",
    waiting: "Sin hacer",
    by: "Pedido por",
    at: "Pedido",
    end: "Terminó",
    stopped: "Detenida porque",
    trouble: "Último fallo de un turno; sigue en un minuto",
    reload: "Cargar de nuevo",
    cancel: "Cancelar",
    cancelText:
      "Los agentes a los que no les llegó el turno se quedan como están. Lo hecho, hecho está.",
    failures: "Agentes que fallaron tres veces",
    agent: "Agente",
    why: "Por qué",
    more: "Más",
  },
);

export const actionWords = sideBySide<BulkAction>({
  revoke: ["Revoke", "Revocar"],
  deregister: ["End and delete", "Dar de baja y borrar"],
  resolve_conflict: ["Take the conflict off", "Quitar el conflicto"],
});

export const actionTexts = sideBySide<BulkAction>({
  revoke: [
    "The very next request of each is refused. They can come back with a new code only. This cannot be undone.",
    "La próxima petición de cada uno se rechaza. Solo pueden volver con un código nuevo. No se puede deshacer.",
  ],
  deregister: [
    "The very next request of each is refused, and their records here go. They can come back with a new code only. This cannot be undone.",
    "La próxima petición de cada uno se rechaza, y sus datos de aquí se borran. Solo pueden volver con un código nuevo. No se puede deshacer.",
  ],
  resolve_conflict: [
    "Each counts as one and the same machine again.",
    "Cada uno vuelve a contar como una y la misma máquina.",
  ],
});

export const bulkStates = sideBySide<BulkState>({
  running: ["under way", "en curso"],
  cancelling: ["being cancelled", "cancelándose"],
  cancelled: ["cancelled", "cancelada"],
  done: ["done", "terminada"],
});

export const reasonWords = sideBySide<"overloaded" | "failed">({
  overloaded: ["too much was going on", "había demasiada carga"],
  failed: ["an error on our side", "un error por nuestra parte"],
});

export const stopWords = sideBySide<StopReason>({
  giver_gone: [
    "whoever gave it was removed, or the token was revoked",
    "quien la dio fue quitado, o el token fue revocado",
  ],
  giver_may_not: [
    "whoever gave it may not order this any more",
    "quien la dio ya no puede pedir esto",
  ],
});
