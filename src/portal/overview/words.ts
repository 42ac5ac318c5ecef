import { inBoth } from "../frame/language.ts";

export const overviewWords = inBoth(
  {
    title: "Overview",
    quota: "Quota of this month",
    usedOf: (used: string, quota: string) => `${used} of ${quota} units used`,
    remaining: "Units remaining",
    today: "Calls today",
    todayUnits: "Units today",
    keys: "API keys",
    plan: "Plan",
    dead: "An endpoint was switched off because it answered no more:",
    first: "Your first call",
    firstText:
      "Create a key with the scope urlsearch, put it in the variable RAMPART_KEY, and send this:",
    firstLabel: "Command for a first call",
    noKeys: "There is no API key yet",
    noKeysText: "Every call needs one. It takes a minute.",
    createKey: "Create an API key",
    nextPlan: (plan: string) => `changes to ${plan} next month`,
  },
  {
    title: "Resumen",
    quota: "Cuota de este mes",
    usedOf: (used: string, quota: string) => `${used} de ${quota} unidades usadas`,
    remaining: "Unidades restantes",
    today: "Llamadas de hoy",
    todayUnits: "Unidades de hoy",
    keys: "Claves de API",
    plan: "Plan",
    dead: "Se desactivó un destino porque ya no respondía:",
    first: "Su primera llamada",
    firstText:
      "Cree una clave con el permiso urlsearch, guárdela en la variable RAMPART_KEY y envíe esto:",
    firstLabel: "Orden para una primera llamada",
    noKeys: "Todavía no hay ninguna clave de API",
    noKeysText: "Cada llamada necesita una. Se crea en un minuto.",
    createKey: "Crear una clave de API",
    nextPlan: (plan: string) => `cambia a ${plan} el mes que viene`,
  },
);
