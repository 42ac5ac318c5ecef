import { mkdirSync, mkdtempSync, readFileSync, writeFileSync, globSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ApiDocument } from "../../scripts/openapi/document.ts";
import { Follower } from "../../scripts/openapi/errors/follow-uses.ts";
import { parseSources } from "../../scripts/openapi/errors/parse-sources.ts";
import { findOperations, readRefusals } from "../../scripts/openapi/errors/read-refusals.ts";
import { ERRORS } from "../../scripts/openapi/words/errors.ts";

const fleet = JSON.parse(readFileSync("public/openapi/fleet.json", "utf8")) as ApiDocument;
const listed = new Set((fleet["x-errors"] ?? []).map(({ name }) => name));

/** Names that no answer of the fleet API has: of the threat-intelligence API, of pages and in logs. */
const WITHOUT_NAME = new Set([
  "missing_scope",
  "too_fast",
  "key_cap_reached",
  "quota_exhausted",
  "export_too_large",
  "feed_unreachable",
  "idempotency_key_busy",
  "cross_site",
  "already_sent",
  "end_unknown",
  "other_sender",
  "none_chosen",
  "no_agents_ticked",
  "session_ended",
  "invite_spent",
  "provider_decides",
  "last_owner",
  "no_place_here",
  "provider_signs_in",
  "passkey_needed",
  "passkey_limit",
  "passkey_invalid",
  "sign_in_failed",
  "no_agents_ticked",
]);

/**
 * Any call of a function whose name begins with "refuse" and that is given an error's name. `refuseField`
 * is given a field's.
 */
const REFUSED = /\brefuse(?!Field\b)\w*\(\s*(?:\d{3},\s*)?"([a-z]+(?:_[a-z]+)+|conflict|expired)"/g;

describe("the names of errors", () => {
  const files = globSync("src/**/*.{ts,tsx}");
  const said = new Set(
    files.flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(REFUSED), ([, name = ""]) => name),
    ),
  );

  it("are all listed, except those that no answer of the fleet API has", () => {
    expect(said.size).toBeGreaterThan(100);
    const unlisted = [...said].filter((name) => !listed.has(name) && !WITHOUT_NAME.has(name));
    expect(unlisted).toEqual([]);
  });

  it("are listed only if an operation answers with them", () => {
    expect(Object.keys(ERRORS).filter((name) => !listed.has(name))).toEqual([]);
    expect([...listed].filter((name) => WITHOUT_NAME.has(name))).toEqual([]);
    const operations = Object.values(fleet.paths).flatMap((methods) => Object.values(methods));
    const places = new Set(operations.flatMap(({ operationId, tags }) => [operationId, ...tags]));
    const only = Object.values(ERRORS).flatMap((words) => words.only ?? []);
    expect(only.filter((place) => !places.has(place))).toEqual([]);
  });

  it("are given for every error that an operation describes in its own words", () => {
    const nameless = Object.values(fleet.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([status, answer]) => Number(status) >= 400 && !("$ref" in answer))
          .filter(([, answer]) => !("x-errors" in answer) && isProblem(answer))
          .map(([status]) => `${operationId} ${status}`),
      ),
    );
    // An agent's certificate refuses the id of another agent first, so that nothing answers 404 there.
    expect(nameless).toEqual([]);
  });
});

function isProblem(answer: object): boolean {
  return JSON.stringify(answer).includes("/schemas/Problem");
}

describe("the search for the names of errors", () => {
  it.each([
    ["a literal", { "a.ts": 'export const go = () => refuse(409, "taken", "x");' }, ["409 taken"]],
    [
      "either of two literals",
      { "a.ts": 'export const go = (b: boolean) => refuse(409, b ? "one" : "two", "x");' },
      ["409 one", "409 two"],
    ],
    [
      "a name passed to a function of another file through its door",
      {
        "a.ts": 'import { no } from "./door.ts"; export const go = () => no("helped");',
        "door.ts": 'export { no } from "./no.ts";',
        "no.ts": 'export function no(error: string) { return refuse(400, error, "x"); }',
      },
      ["400 helped"],
    ],
    [
      "a name that a function completes",
      {
        "a.ts":
          'export const go = () => big("value"); function big(name: string) { return refuse(413, `${name}_too_large`, "x"); }',
      },
      ["413 value_too_large"],
    ],
    [
      "the names that a type allows",
      {
        "a.ts":
          'import type { Why } from "./why.ts"; export const go = (why: Why) => refuse(422, why.error, "x");',
        "why.ts": 'export interface Why { error: "damaged" | "other"; }',
      },
      ["422 damaged", "422 other"],
    ],
    [
      "a name in a file that is imported dynamically",
      {
        "a.ts": 'export const go = async () => (await import("./late.ts")).work();',
        "late.ts": 'export const work = () => refuse(503, "late", "x");',
      },
      ["503 late"],
    ],
    [
      "a name in a called method of an object behind its binding, and none in an uncalled one",
      {
        "a.ts": "export const go = (env: Env) => env.THING.getByName('x').take();",
        "thing.ts": `declare global { namespace Cloudflare { interface Env { THING: DurableObjectNamespace<Thing>; } } }
          export class Thing {
            take() { return refuse(429, "taken", "x"); }
            leave() { return refuse(410, "left", "x"); }
          }`,
      },
      ["429 taken"],
    ],
  ])("finds %s", (_what, files, expected) => {
    const routes =
      'import { go } from "./a.ts"; routes.get("/", operation({ operationId: "try" }), () => go());';
    expect(search({ ...files, "routes.ts": routes })).toEqual(expected);
  });

  it("fails if it cannot tell which names a refusal has", () => {
    const blind =
      'routes.get("/", operation({ operationId: "try" }), (x) => refuse(400, x.what, "x"));';
    expect(() => search({ "routes.ts": blind })).toThrow("which names");
  });
});

function search(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "rampart-errors-"));
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, "src", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const follower = new Follower(parseSources(root));
  const place = findOperations(follower).get("try");
  if (place === undefined) return [];
  const said = follower.follow([place]).flatMap((one) => readRefusals(follower, one));
  return said.map(({ status, error }) => `${status} ${error}`).sort();
}

/** The advice that fits each action which an error names. */
const ADVISED: Record<string, readonly string[]> = {
  retry_later: ["again", "rotate"],
  re_enroll: ["enrol"],
  upgrade: ["upgrade"],
  // Some of these errors reach people too, and advise whom to ask.
  stop: ["stop", "newKey", "tenant", "credential"],
};
const ACTS = /\brefuse\(\s*\d{3},\s*"([a-z_]+)",(?:(?!\brefuse\()[^])*?\baction: "([a-z_]+)"/g;

describe("the action that an error gives an agent", () => {
  const acts = globSync("src/**/*.ts")
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(ACTS)])
    .map(([, name = "", action = ""]) => [name, action] as const);

  it("is found in the sources", () => {
    expect(acts.length).toBeGreaterThan(15);
  });

  it.each(acts)("%s: %s fits the error's advice", (name, action) => {
    expect(ADVISED[action]).toContain(ERRORS[name]?.advice);
  });
});
