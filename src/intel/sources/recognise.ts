import type { FormatId } from "./formats/index.ts";

/** So much of a file is looked at; comments and names of columns are there. */
export const HEAD_CHARACTERS = 4_096;

interface Head {
  is: string;
  told: RegExp;
  takenBy: readonly FormatId[];
}

/** A line with these columns, with or without quotes or the sign of a comment. */
function columns(...names: string[]): RegExp {
  const line = names.map((name) => `"?${name}"?`).join("[ \\t]*,[ \\t]*");
  return new RegExp(`^(?:#[ \\t]*)?${line}(?:[ \\t]*,|\\s*$)`, "im");
}

/** Files that readers of other formats would misread. */
const HEADS: readonly Head[] = [
  { is: "a page of HTML", told: /^\s*<(?:!doctype|html|head|body|\?xml)/i, takenBy: [] },
  {
    is: "JSON",
    told: /^\s*(?:\{\s*"|\[\s*[{["\]])/,
    takenBy: [
      "spamhaus-drop",
      "spamhaus-asndrop",
      "threatfox",
      "feodo",
      "misp-warninglist",
      "misp-feed",
      "stix",
      "hibp-breaches",
    ],
  },
  {
    is: "a hosts file",
    told: /^(?:(?:0\.0\.0\.0|127\.0\.0\.1)[ \t]+[a-z\d_-]+\.[^\n]*\n){2}/im,
    takenBy: ["hosts-file"],
  },
  { is: "PhishTank's CSV", told: columns("phish_id", "url"), takenBy: ["phishtank"] },
  { is: "URLhaus's CSV", told: columns("id", "dateadded", "url"), takenBy: ["urlhaus"] },
  { is: "ThreatFox's CSV", told: columns("first_seen_utc", "ioc_id"), takenBy: ["threatfox"] },
  { is: "urlhaus-filter's CSV", told: columns("host", "path"), takenBy: ["urlhaus-filter"] },
  { is: "JPCERT/CC's CSV", told: columns("date", "url"), takenBy: ["jpcert"] },
  {
    is: "a CSV with a column of URLs",
    // Behind the sign of a comment it may be a note: "# URL, one a line".
    told: /^(?:"?url"?[ \t]*,[ \t]*"?[a-z_]|#[ \t]*"?url"?(?:[ \t]*,[ \t]*"?\w+"?)+[ \t]*$)/im,
    takenBy: ["urlhaus", "phishtank", "jpcert", "threatfox"],
  },
  { is: "a CSV of exposures", told: columns("indicator", "breach"), takenBy: ["exposures"] },
];

/** What a file is by its beginning, if it cannot be of this format. */
export function recogniseOther(format: FormatId, text: string): string | undefined {
  const head = text.slice(0, HEAD_CHARACTERS);
  const other = HEADS.find(({ told, takenBy }) => !takenBy.includes(format) && told.test(head));
  if (other === undefined) return undefined;
  return `The file is ${other.is}, and the source takes the format ${format}.`;
}
