import { withSpanish } from "./read-words.ts";
import spanish from "./words.es.txt";

/** Words that any page may need. */
export const frameWords = withSpanish(
  {
    skip: "Skip to the content",
    account: "Account",
    signOut: "Sign out",
    security: "Sign-in and security",
    menu: "Menu",
    other: "Español",
    sections: "Sections",
    tenantSections: "Tenant",
    operatorSections: "Operations",
    reference: "API reference",
    otherTenants: "Change tenant",
    never: "never",
    copy: "Copy",
    copied: "Copied",
    pages: "Pages",
    previous: "Previous",
    next: "Next",
    pageOf: (page: string, of: string, total: string) => `Page ${page} of ${of} (${total} in all)`,
    nothingHere: "This part of the list is empty by now.",
    save: "Save",
    seeNow: "See what it is now (in a new tab)",
    standsNow: "Somebody else changed this too. It is now:",
    bothChanged: "You both changed it. Yours stands below, and what it is now beside it.",
    isTaken: "Changed by somebody else meanwhile, and shown as it is now.",
    cancel: "Cancel",
    csv: "Download CSV",
    filter: "Filter",
    clearFilter: "Clear the filter",
    search: "Search",
    keyHint:
      "A part of the name, or how it begins or ends. Never all of it: addresses are kept in histories.",
    noneFits: "Nothing fits",
    all: "All",
    tenantHint: "Its id, in full.",
    from: "From (UTC)",
    until: "Until (UTC)",
    yes: "yes",
    no: "no",
    entry: "Entry",
    partsOfEntry: { weight: "weight", note: "note" },
    checkForm: "Nothing was done yet. Correct this and send it again:",
    once: "It is shown this once. Copy it now: nobody can show it again, we keep only its hash.",
    onceSealed: "It is shown this once. Copy it now: nobody can show it again.",
    errorTitle: "That did not work",
    lostTitle: "Not found",
    refusedTitle: "Not allowed",
    laterTitle: "Not now",
    tooLargeTitle: "Too large",
    keptHere: "What you sent is not lost: it waits in this page.",
    typed: "What you typed",
    againIn: (wait: string) => `Try again in ${wait}.`,
    sendAgain: "Send it again",
    tryAgain: "Try again",
    back: "Back to the overview",
    reference_id: "Reference for support",
    usedOf: (used: string, quota: string) => `${used} of ${quota} units used`,
    counted: "Calls count here within 15 seconds.",
    inUtc: "Days and months are in UTC.",
    quotaUsedUp: (share: string) =>
      `The quota of this month is used up (${share}): calls are refused until the next month or a larger plan.`,
    quotaThreshold: (threshold: string, share: string) =>
      `The threshold of ${threshold} is reached: ${share} of the quota of this month is used.`,
    unreported: (units: string) =>
      `${units} set aside for calls not reported yet: they count, at no cost`,
    neverReported: (units: string) =>
      `${units} of calls that were never reported: they counted, at no cost`,
  },
  spanish,
  {
    pageOf: (page: string, of: string, total: string) =>
      `Página ${page} de ${of} (${total} en total)`,
    partsOfEntry: { weight: "peso", note: "nota" },
    againIn: (wait: string) => `Inténtelo de nuevo dentro de ${wait}.`,
    usedOf: (used: string, quota: string) => `${used} de ${quota} unidades usadas`,
    quotaUsedUp: (share: string) =>
      `La cuota de este mes está agotada (${share}): las llamadas se rechazan hasta el mes que viene o un plan mayor.`,
    quotaThreshold: (threshold: string, share: string) =>
      `Se alcanzó el umbral del ${threshold}: está usado el ${share} de la cuota de este mes.`,
    unreported: (units: string) =>
      `${units} apartadas para llamadas aún sin comunicar: cuentan, sin coste`,
    neverReported: (units: string) =>
      `${units} de llamadas que nunca se comunicaron: contaron, sin coste`,
  },
);
