import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const overviewWords = withSpanish(
  {
    title: "Overview",
    refused: {
      suspended: "This tenant is suspended: its calls are refused.",
      closed: "This tenant is closed: its calls are refused.",
    },
    erase: "Erase its data",
    erasing: "See how its erasure goes",
    changes: "Changes since yesterday",
    quota: "Quota of this month",
    remaining: "Units remaining",
    today: "Calls today",
    todayUnits: (units: string) => `units: ${units}`,
    flagged: "Flagged today",
    ofInspected: (count: string) => `of ${count} inspected`,
    ofLatest: (count: string) => `of the latest ${count} inspected`,
    keys: "API keys",
    plan: "Plan",
    dead: "An endpoint was switched off:",
    failing: "Deliveries fail to",
    failingSince: "Nothing has come through since",
    switchedOffAfter: "It is switched off if nothing succeeds until",
    first: "Your first call",
    noKeys: "There is no API key yet",
    noKeysText: "Every call needs one. It takes a minute.",
    createKey: "Create an API key",
    nextPlan: (plan: string) => `changes to ${plan} next month`,
  },
  spanish,
  {
    refused: {
      suspended: "Este cliente está suspendido: sus llamadas se rechazan.",
      closed: "Este cliente está cerrado: sus llamadas se rechazan.",
    },
    todayUnits: (units: string) => `unidades: ${units}`,
    ofInspected: (count: string) => `de ${count} inspeccionados`,
    ofLatest: (count: string) => `de los últimos ${count} inspeccionados`,
    nextPlan: (plan: string) => `cambia a ${plan} el mes que viene`,
  },
);
