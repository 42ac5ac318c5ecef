import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const tenantWords = withSpanish(
  {
    title: "Tenants",
    create: "Create a tenant",
    none: "No tenant fits",
    noneText: "Create one, and invite its first owner.",
    search: "Id or name",
    id: "Id",
    idHint: "3 to 64 of a-z, 0-9 and the hyphen. It cannot be changed later.",
    name: "Name",
    plan: "Plan",
    planHint: "A larger one binds at once, a smaller one with the next month.",
    quota: "Units a month",
    quotaHint: "Empty: what the plan gives.",
    location: "Where its callers are",
    locationHint:
      "Its quota, keys and documents are kept near there; it cannot be changed later. With nothing chosen each is kept where it is first asked for.",
    anywhere: "Not known yet",
    keptNear: (place: string) => `Its quota, keys and documents were asked to be near: ${place}.`,
    status: "Status",
    statusHint:
      "Suspended: its calls are refused. Closed: it also gets nothing new, and can be erased.",
    change: (name: string) => `Change “${name}”`,
    plans: "Plans",
    price: "Price of a unit",
    weights: "Units a call",
    retention: "Days kept",
    burst: "Calls a second",
  },
  spanish,
  {
    keptNear: (place: string) =>
      `Se pidió que su cuota, sus claves y sus documentos estén cerca de: ${place}.`,
    change: (name: string) => `Cambiar «${name}»`,
  },
);
