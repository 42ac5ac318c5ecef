import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { listAddresses } from "../../../src/intel/exports/list-addresses.ts";
import {
  buildIndex,
  finish,
  type Index,
  type Part,
} from "../../../src/intel/indexes/build-index.ts";
import { parseIpRange } from "../../../src/intel/indicators/ip-range.ts";
import { formatIpv4 } from "../../../src/intel/indicators/ipv4.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { aPartOf } from "../../support/built-in-part.ts";

const NOW = Date.UTC(2026, 0, 10);
const ROOM = 64;

function partOf(id: string, values: readonly string[]): Part {
  return aPartOf(id, { kind: "ip", values, now: NOW });
}

/** The addresses of a network that an export lists as malicious. */
function refusedBy(index: Index, network: string): string[] {
  const ranges = finish(listAddresses(index, NOW))
    .filter(({ disposition }) => disposition === "malicious")
    .flatMap(({ value }) => parseIpRange(value) ?? []);
  return addressesOf(network).filter((address) => {
    const range = parseIpRange(address);
    return ranges.some(
      (one) =>
        one.family === 4 &&
        range?.family === 4 &&
        one.first <= range.first &&
        range.last <= one.last,
    );
  });
}

async function maliciousBy(index: Index, network: string): Promise<string[]> {
  const found: string[] = [];
  for (const address of addressesOf(network)) {
    const indicator = readIndicator("ip", address);
    if (isRefusal(indicator)) throw new Error(indicator.message);
    const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm: async () => [] };
    const { verdict } = await lookUp(knowledge, indicator, NOW);
    if (verdict.disposition === "malicious") found.push(address);
  }
  return found;
}

function addressesOf(network: string): string[] {
  const range = parseIpRange(network);
  if (range?.family !== 4) throw new Error(`${network} is no IPv4 network.`);
  return Array.from({ length: ROOM }, (_, at) => formatIpv4(range.first + at));
}

const value = fc
  .tuple(fc.nat({ max: ROOM - 1 }), fc.integer({ min: 27, max: 32 }))
  .map(([at, bits]) => `8.8.8.${at}/${bits}`);
const values = fc.array(value, { maxLength: 4 });

describe("an export of addresses", () => {
  it("lists exactly what look-ups call malicious, also if a list vouches for a part of a block", async () => {
    await fc.assert(
      fc.asyncProperty(
        values,
        values,
        values,
        values,
        values,
        async (drop, c2, dns, crawlers, cloud) => {
          const index = finish(
            buildIndex(1, [
              partOf("spamhaus-drop", drop),
              partOf("cobaltstrike", c2),
              partOf("misp-warninglist-public-dns-v4", dns),
              partOf("misp-warninglist-googlebot", crawlers),
              partOf("misp-warninglist-amazon-aws", cloud),
            ]),
          );
          expect(refusedBy(index, "8.8.8.0/26")).toEqual(await maliciousBy(index, "8.8.8.0/26"));
        },
      ),
    );
  });

  it.each([
    ["half of it", ["8.8.8.0/27"], 32],
    ["one address", ["8.8.8.5"], 63],
    ["two neighbours", ["8.8.8.0/28", "8.8.8.16/28"], 32],
    ["all of it, in two parts", ["8.8.8.0/27", "8.8.8.32/27"], 0],
    ["more than it", ["8.8.8.0/24"], 0],
  ])(
    "lists no part of a block that look-ups only suspect because of a cloud: %s",
    async (_case, cloud, count) => {
      const index = finish(
        buildIndex(1, [
          partOf("spamhaus-drop", ["8.8.8.0/26"]),
          partOf("misp-warninglist-amazon-aws", cloud),
        ]),
      );
      const refused = refusedBy(index, "8.8.8.0/26");
      expect(refused).toEqual(await maliciousBy(index, "8.8.8.0/26"));
      expect(refused).toHaveLength(count);
    },
  );

  it("lists a block in one piece, with the lowest level in it, if a cloud makes no other disposition", () => {
    const index = finish(
      buildIndex(1, [
        partOf("compromised-ips", ["8.8.8.0/26"]),
        partOf("misp-warninglist-amazon-aws", ["8.8.8.8/30"]),
      ]),
    );
    const rows = finish(listAddresses(index, NOW));
    const said = { disposition: "suspicious", threatLevel: 36, category: "attacker" };
    expect(rows).toEqual([{ value: "8.8.8.0/26", ...said }]);
  });

  it.each([
    ["8.8.8.0/27", "8.8.8.0-8.8.8.40", 32],
    ["8.8.8.5", "8.8.8.5-8.8.8.9", 1],
    ["8.8.8.16-8.8.8.56", "8.8.8.4-8.8.8.47", 41],
  ])("lists all of %s though a milder source overlaps in %s", async (drop, compromised, count) => {
    const index = finish(
      buildIndex(1, [partOf("spamhaus-drop", [drop]), partOf("compromised-ips", [compromised])]),
    );
    const refused = refusedBy(index, "8.8.8.0/26");
    expect(refused).toEqual(await maliciousBy(index, "8.8.8.0/26"));
    expect(refused).toHaveLength(count);
  });

  it("lists documentation addresses too, though a list of reserved blocks names them", async () => {
    const index = finish(
      buildIndex(1, [
        partOf("spamhaus-drop", ["203.0.113.0/26"]),
        partOf("misp-warninglist-rfc5735", ["203.0.113.0/24", "10.0.0.0/8"]),
      ]),
    );
    const refused = refusedBy(index, "203.0.113.0/26");
    expect(refused).toEqual(await maliciousBy(index, "203.0.113.0/26"));
    expect(refused).toHaveLength(ROOM);
  });
});
