import type { Category } from "../../fusion/categories.ts";
import type { CsvRow } from "../csv.ts";
import type { Finding, Format, Reading } from "../finding.ts";
import { parseObject, textIn, type JsonObject } from "../json-fields.ts";
import { parseTime } from "../parse-time.ts";
import { columnReader } from "./csv-feeds.ts";
import { isComment, urlList } from "./plain-lists.ts";

const ONLINE = 0.95;
const OFFLINE = 0.8;
const THREATFOX_MOST = 0.95;
/** Tags of URLhaus that are not the name of a malware family. */
const PLAIN_TAGS =
  /^(?:32-?bit|64-?bit|elf|exe|dll|msi|apk|zip|rar|7z|iso|doc|docx|xls|xlsx|pdf|js|jse|vbs|hta|lnk|ps1|sh|bat|html?|txt|jpe?g|png|mips|mipsel|arm\d?|armv\d\w*|x86\S*|ppc|powerpc|sparc|m68k|sh4|superh|arc|ascii|encrypted|encoded|opendir|ua-\S+|geo\S*|\d.*|[a-z]{2}|malware|botnet|payload|script|shellscript|dropped-by-\S+|c2|rat|stealer|loader|censys|none)$/i;

const URLHAUS = [
  "id",
  "dateadded",
  "url",
  "url_status",
  "last_online",
  "threat",
  "tags",
  "urlhaus_link",
  "reporter",
];

/** A number first, or a header: words alone, one of them for the URL. */
const CSV_LINE = /^"?\d+"?,|^(?:["\w ]+,)*[" ]*url[" ]*(?:,["\w, ]*)?$/i;

function readUrlhaus(row: CsvRow): Reading {
  const { url: value, url_status: status, tags } = row;
  if (value === undefined || value === "") return { bad: "The line has no url." };
  const weight = status === undefined || status === "online" ? ONLINE : OFFLINE;
  return {
    kind: "url",
    value,
    weight,
    first: parseTime(row["dateadded"]),
    last: parseTime(row["last_online"]),
    family: familyOf(tags?.split(",")),
  };
}

/** URLhaus: its CSV export, any CSV with a "url" column, or its text export of one URL a line. */
export const urlhaus: Format = {
  cut: "lines",
  open: () => {
    const readCsv = columnReader(URLHAUS, "url", readUrlhaus);
    const readText = urlList.open();
    let isCsv = false;
    return (line) => {
      isCsv ||= CSV_LINE.test(line);
      // A comment may be the header of a CSV that begins below it.
      return isCsv || isComment(line) ? readCsv(line) : readText(line);
    };
  },
};

function familyOf(tags: readonly string[] = []): string | undefined {
  return tags.map((tag) => tag.trim()).find((tag) => tag !== "" && !PLAIN_TAGS.test(tag));
}

const THREATFOX = [
  "first_seen_utc",
  "ioc_id",
  "ioc_value",
  "ioc_type",
  "threat_type",
  "fk_malware",
  "malware_alias",
  "malware_printable",
  "last_seen_utc",
  "confidence_level",
  "reference",
  "tags",
  "anonymous",
  "reporter",
];

const THREATS: Record<string, Category> = {
  botnet_cc: "c2",
  payload: "malware",
  payload_delivery: "malware",
  cc_skimming: "malware",
};

const THREATFOX_KINDS: Record<string, Finding["kind"]> = {
  "ip:port": "host",
  ip: "ip",
  domain: "domain",
  url: "url",
};

function readThreatfox(row: CsvRow): Reading {
  const { ioc_value: written, ioc_type: type = "", malware_printable: family } = row;
  if (written === undefined || written === "") return { bad: "The entry has no ioc_value." };
  const kind = Object.hasOwn(THREATFOX_KINDS, type) ? THREATFOX_KINDS[type] : undefined;
  // Skips hashes of files, which cannot be looked up here.
  if (kind === undefined) return undefined;
  const confidence = Number(row["confidence_level"]);
  if (!(confidence >= 0 && confidence <= 100)) return { bad: "The confidence is not 0 to 100." };
  return {
    kind,
    value: type === "ip:port" ? written.replace(/:\d+$/, "") : written,
    weight: (confidence / 100) * THREATFOX_MOST,
    category: THREATS[row["threat_type"] ?? ""],
    first: parseTime(row["first_seen_utc"]),
    last: parseTime(row["last_seen_utc"]),
    family: family === undefined || /^unknown/i.test(family) ? undefined : family,
  };
}

/** ThreatFox' CSV export. */
export const threatfoxCsv: Format = {
  cut: "lines",
  open: () => columnReader(THREATFOX, "ioc_value", readThreatfox),
};

function readThreatfoxJson(record: string): Reading {
  const entry = parseObject(record);
  if (entry === undefined) return { bad: "The entry is no JSON object." };
  return readThreatfox(textsOf(entry));
}

function textsOf(entry: JsonObject): CsvRow {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, scalarText(value)] as const),
  );
}

function scalarText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** ThreatFox' JSON export: lists of entries by number. */
export const threatfoxJson: Format = { cut: [["*", "*"]], open: () => readThreatfoxJson };

function readFeodo(record: string): Reading {
  const entry = parseObject(record);
  const value = entry && textIn(entry, "ip_address");
  if (entry === undefined || value === undefined) return { bad: "The entry has no ip_address." };
  return {
    kind: "ip",
    value,
    weight: entry["status"] === "online" ? ONLINE : OFFLINE,
    first: parseTime(textIn(entry, "first_seen")),
    last: parseTime(textIn(entry, "last_online")),
    family: textIn(entry, "malware"),
  };
}

/** Feodo Tracker's JSON block list. */
export const feodo: Format = { cut: [["*"]], open: () => readFeodo };
