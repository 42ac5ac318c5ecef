import { beforeAll, expect, it } from "vitest";
import { settle } from "../../../src/http/index.ts";
import { buildIndex, finish, type Index } from "../../../src/intel/indexes/build-index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { aPartOf } from "../../support/built-in-part.ts";
import { brokenPromises } from "../../support/verdict-promises.ts";

const NOW = Date.UTC(2026, 0, 10);
/** What is rented out under the list of suffixes in one region, and in one that it does not know. */
const OLD = "eu-west-3";
const NEW = "ap-southeast-7";
const RENTED = [
  (region: string) => `bucket.s3.${region}.amazonaws.com`,
  (region: string) => `deep.bucket.s3.${region}.amazonaws.com`,
  (region: string) => `bucket.aa-bb-1.s3.${region}.amazonaws.com`,
  (region: string) => `abc123.execute-api.${region}.amazonaws.com`,
];
const OWN = ["status.aws.amazonaws.com", `console.${NEW}.amazonaws.com`, `s3.${NEW}.amazonaws.com`];

let index: Index;

beforeAll(() => {
  const hosts = [...RENTED.flatMap((name) => [name(OLD), name(NEW)]), ...OWN];
  const part = (id: string, kind: "url" | "domain", values: string[]) =>
    aPartOf(id, { kind, values, now: NOW });
  const parts = [
    part(
      "openphish",
      "url",
      hosts.map((host) => `http://${host}/listed`),
    ),
    part("misp-warninglist-tranco10k", "domain", ["amazonaws.com"]),
  ];
  index = finish(buildIndex(1, parts));
});

async function ask(type: "url" | "domain", value: string) {
  const indicator = settle(readIndicator(type, value));
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm: async () => [] };
  const { verdict } = await lookUp(knowledge, indicator, NOW);
  expect(brokenPromises(verdict)).toEqual([]);
  return { ...verdict, value: "" };
}

it.each(RENTED)(
  "a host for rent in a region that the list of suffixes does not know is judged as in others",
  async (name) => {
    const page = await ask("url", `http://${name(NEW)}/another`);
    expect(page).toEqual(await ask("url", `http://${name(OLD)}/another`));
    expect(page).toMatchObject({ disposition: "suspicious", sources: ["openphish"] });
    expect(await ask("domain", name(NEW))).toEqual(await ask("domain", name(OLD)));
  },
);

it.each(OWN)("popularity still speaks for %s, which is the domain's own", async (host) => {
  expect(await ask("url", `http://${host}/another`)).toMatchObject({
    disposition: "unknown",
    sources: ["misp-warninglist-tranco10k"],
  });
});
