import { inBoth } from "../frame/language.ts";

export const homeWords = inBoth(
  {
    title: "Overview",
    tenants: (count: string) => `Tenants (${count})`,
    id: "Id",
    name: "Name",
    plan: "Plan",
    quota: "Units a month",
    status: "Status",
    none: "You belong to no tenant",
    noneText: "Ask an owner or an operator to invite you.",
    change: "Change",
    allTenants: "All tenants",
    attention: "Needs attention",
    allWell: "Nothing: jobs, feeds, events and fleets go as they should.",
    concerns: {
      database: "Database full, in percent",
      jobs: "Scheduled jobs failed or late",
      failedFeeds: "Feeds failed",
      damagedFeeds: "Stored feeds damaged",
      lateFeeds: "Feeds late",
      deadLetters: "Dead letters",
      fleets: "Tenants with agents missing, offline or in error",
      suspended: "Tenants suspended",
    },
  },
  {
    title: "Resumen",
    tenants: (count: string) => `Clientes (${count})`,
    id: "Identificador",
    name: "Nombre",
    plan: "Plan",
    quota: "Unidades al mes",
    status: "Estado",
    none: "No pertenece a ningún cliente",
    noneText: "Pida una invitación a un propietario o a un operador.",
    change: "Cambiar",
    allTenants: "Todos los clientes",
    attention: "Requiere atención",
    allWell: "Nada: las tareas, las fuentes, los eventos y las flotas van como deben.",
    concerns: {
      database: "Base de datos llena, en porcentaje",
      jobs: "Tareas programadas fallidas o con retraso",
      failedFeeds: "Fuentes fallidas",
      damagedFeeds: "Fuentes con el fichero dañado",
      lateFeeds: "Fuentes con retraso",
      deadLetters: "Eventos atascados",
      fleets: "Clientes con agentes desaparecidos, desconectados o con error",
      suspended: "Clientes suspendidos",
    },
  },
);

export const tenantStatusWords = inBoth<Record<"active" | "suspended" | "closed", string>>(
  { active: "active", suspended: "suspended", closed: "closed" },
  { active: "activo", suspended: "suspendido", closed: "cerrado" },
);
