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
  },
);

export const tenantStatusWords = inBoth<Record<"active" | "suspended" | "closed", string>>(
  { active: "active", suspended: "suspended", closed: "closed" },
  { active: "activo", suspended: "suspendido", closed: "cerrado" },
);
