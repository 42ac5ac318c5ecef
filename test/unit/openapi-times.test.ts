import { describe, expect, it } from "vitest";
import fleet from "../../public/openapi/fleet.json";
import threatIntel from "../../public/openapi/threat-intel.json";

/** The contract has this one as plain text; agents send it as they like. */
const AS_SENT = "sent_at";

/** The names of times in the `properties` of any schema that do not say that they are times. */
function plainTimes(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part !== "object" || part === null) return found;
  for (const [name, inner] of Object.entries(part)) {
    if (name === "properties") for (const one of plainOf(inner as object)) found.add(one);
    plainTimes(inner, found);
  }
  return found;
}

function plainOf(properties: object): string[] {
  return Object.entries(properties)
    .filter(([name, schema]) => /(?:At|_at)$/.test(name) && !isTime(schema))
    .map(([name]) => name);
}

function isTime(schema: unknown): boolean {
  return JSON.stringify(schema).includes('"format":"date-time"');
}

describe("a time in the API descriptions", () => {
  it("is a date-time wherever its name says that it is one, which generated clients read", () => {
    expect([...plainTimes([fleet, threatIntel])]).toEqual([AS_SENT]);
  });
});
