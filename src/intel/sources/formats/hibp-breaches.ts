import type { Format, Reading } from "../finding.ts";
import { parseObject, textIn, textsIn } from "../json-fields.ts";
import { parseTime } from "../parse-time.ts";

/** The weight of a breach that Have I Been Pwned itself doubts. */
const DOUBTED = 0.3;
const UNVERIFIED = 0.6;

function read(record: string): Reading {
  const breach = parseObject(record);
  const label = breach && (textIn(breach, "Name") ?? textIn(breach, "Title"));
  if (breach === undefined || label === undefined) return { bad: "The breach has no name." };
  const value = textIn(breach, "Domain");
  // Some breaches are of no site, so nothing can be looked up.
  if (value === undefined) return [];
  return {
    kind: "domain",
    value,
    label,
    first: parseTime(textIn(breach, "BreachDate")),
    more: textsIn(breach, "DataClasses"),
    weight: weightOf(breach),
  };
}

function weightOf(breach: Readonly<Record<string, unknown>>): number | undefined {
  if (breach["IsFabricated"] === true || breach["IsSpamList"] === true) return DOUBTED;
  return breach["IsVerified"] === false ? UNVERIFIED : undefined;
}

/** The public list of breaches of Have I Been Pwned: sites, dates, classes of data; no persons. */
export const hibpBreaches: Format = { cut: [["*"]], open: () => read };
