import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SECRETS } from "../../scripts/dev/secrets.ts";

const REQUIRED = /^\[secrets\]\nrequired = \[([^\]]*)\]/m;
const QUOTED = /"([^"]+)"/g;

describe("the secrets that wrangler.toml requires", () => {
  // Locally `wrangler dev` hands over no other ones.
  it("are exactly those that npm start makes", () => {
    const list = REQUIRED.exec(readFileSync("wrangler.toml", "utf8"))?.[1] ?? "";
    const required = [...list.matchAll(QUOTED)].map(([, name = ""]) => name);
    expect(required.toSorted()).toEqual(SECRETS.flatMap(({ names }) => names).toSorted());
  });
});
