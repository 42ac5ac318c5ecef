import { sideBySide } from "../frame/language.ts";
import type { SourceState } from "./state-of.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const sourceWords = withSpanish(
  {
    title: "Feed sources",
    lead: "Where verdicts come from, how fresh each feed is, and what could not be read.",
    source: "Source",
    kind: "Kind",
    effect: "Effect",
    state: "State",
    rows: "Rows",
    bad: "Bad lines",
    loaded: "Loaded",
    freshness: "Freshness",
    fresh: "fresh",
    late: "late",
    byHand: "by hand",
    every: (text: string) => `every ${text}`,
    none: "No source fits",
    show: "Show",
    search: "Name",
    format: "Format",
    category: "Category",
    reliability: "Reliability",
    lineage: "Lineage",
    licence: "Licence",
    address: "Address",
    interval: "Fetched",
    version: "Version",
    retained: "Rows kept from earlier",
    lastError: "What went wrong",
    badTitle: "The first bad lines",
    noBad: "Every line of the last feed could be read.",
    notLoaded: "No feed has been loaded yet",
    notLoadedText: "Switch its fetching on, or load the file by hand:",
    fetchOn: "Fetch it by itself",
    fetchText: "With that you accept its publisher's terms, see Licence.",
    fetchOff: "Stop fetching it",
    line: "Line",
    reason: "Reason",
    load: "Load the file by hand",
    upload: "Command that loads a feed",
    total: (sources: string, rows: string) => `${sources} sources, ${rows} rows`,
    allSources: "All sources",
    editions: "Earlier editions",
    restore: "Put back",
    restoreText:
      "It counts within 30 seconds in the place of what is live. The source is no longer fetched until you switch that on again, because its publisher may still have the edition that was wrong.",
  },
  spanish,
  {
    every: (text: string) => `cada ${text}`,
    total: (sources: string, rows: string) => `${sources} fuentes, ${rows} filas`,
  },
);

export const sourceStatusWords = sideBySide<SourceState>({
  empty: ["empty", "vacía"],
  live: ["live", "activa"],
  failed: ["last feed refused", "última carga rechazada"],
  damaged: ["stored file damaged", "archivo guardado dañado"],
});
