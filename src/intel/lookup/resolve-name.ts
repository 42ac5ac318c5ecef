import { failureOf, isObject } from "../../http/index.ts";
import {
  discardBody,
  MINUTE_MS,
  readAddress,
  ShortMemory,
  TELL_AFTER_MS,
  type Platform,
  type Surroundings,
} from "../../platform/index.ts";
import { SEVERITY } from "../fusion/categories.ts";
import type { Evidence } from "../fusion/evidence.ts";
import { parseDomain } from "../indicators/domain.ts";
import type { Indicator } from "../indicators/indicator.ts";
import { parseIp } from "../indicators/ip.ts";
import { hashOfHost, nameKey } from "../keys/keys.ts";
import { Findings } from "./findings.ts";
import type { Knowledge } from "./look-up.ts";
import { specialHost } from "./special-of.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** A resolver that speaks DNS over HTTPS with JSON; without one names are not resolved. */
      INTEL_RESOLVER_URL?: string;
    }
  }
}

const TIMEOUT_MS = 1_000;
const MEMORY_MS = MINUTE_MS;
const MAX_NAMES = 5_000;
/**
 * For each type by itself, so that many addresses do not push out name servers. Each may need a
 * read.
 */
const MAX_RECORDS = 20;
/** Record types by their numbers: A, NS, AAAA. */
const ADDRESS_TYPES = new Set([1, 28]);
const NAME_SERVER = 2;
const ASKED = ["A", "AAAA", "NS"] as const;
/**
 * Evidence of lower severity does not count for a name that points there: half the web is in some
 * cloud.
 */
const MIN_SEVERITY = 50;

interface Resolved {
  addresses: readonly string[];
  nameServers: readonly string[];
}

const NOTHING: Resolved = { addresses: [], nameServers: [] };
const memory = new ShortMemory<string, Resolved>(MEMORY_MS, MAX_NAMES);

type Known = Pick<Knowledge, "index" | "confirm">;

/**
 * Gives a function that finds what is known of a name's addresses and name servers, if a resolver
 * is set.
 */
export function resolverOf(
  { env, platform }: Surroundings,
  indicator: Indicator,
): ((knowledge: Known) => Promise<readonly Evidence[]>) | undefined {
  const { INTEL_RESOLVER_URL: url = "" } = env;
  if (url === "" || indicator.type !== "domain") return undefined;
  return async (knowledge) => {
    const { name } = indicator;
    const load = () => resolve(url, name, platform);
    const resolved = await memory.recall(`${url} ${name}`, platform.now(), load);
    return findEvidenceOn(resolved, knowledge);
  };
}

/** Finds nothing if the resolver is slow or fails. */
async function resolve(url: string, name: string, platform: Platform): Promise<Resolved> {
  try {
    const answers = await Promise.all(ASKED.map((type) => ask(url, name, type, platform.fetch)));
    const records = answers.flat();
    return {
      addresses: records.filter(({ type }) => ADDRESS_TYPES.has(type)).map(({ data }) => data),
      nameServers: records.filter(({ type }) => type === NAME_SERVER).map(({ data }) => data),
    };
  } catch (error) {
    logSeldom(url, error, platform);
    return NOTHING;
  }
}

let lastLine: { url: string; at: number } | undefined;

/** Logs it, because verdicts do not show it; one line in a while, because each name would leave one. */
function logSeldom(url: string, error: unknown, { now, log }: Platform): void {
  const at = now();
  if (lastLine?.url === url && at - lastLine.at < TELL_AFTER_MS) return;
  lastLine = { url, at };
  log({ level: "warn", event: "resolver_failed", reason: failureOf(error) });
}

interface DnsRecord {
  type: number;
  data: string;
}

async function ask(url: string, name: string, type: string, fetcher: typeof fetch) {
  const address = readAddress("INTEL_RESOLVER_URL", url);
  address.searchParams.set("name", name);
  address.searchParams.set("type", type);
  const answer = await fetcher(address, {
    headers: { accept: "application/dns-json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) {
    await discardBody(answer);
    throw new Error(`The resolver answered ${answer.status}.`);
  }
  const body: unknown = await answer.json();
  const records = isObject(body) && Array.isArray(body["Answer"]) ? body["Answer"] : [];
  return records.filter(isRecord).slice(0, MAX_RECORDS);
}

function isRecord(value: unknown): value is DnsRecord {
  return isObject(value) && typeof value["type"] === "number" && typeof value["data"] === "string";
}

async function findEvidenceOn(
  { addresses, nameServers }: Resolved,
  knowledge: Known,
): Promise<Evidence[]> {
  const findings = new Findings(knowledge.index);
  for (const server of nameServers) {
    const name = parseDomain(server, { underscore: false });
    if (typeof name === "string") findings.name(nameKey(hashOfHost(name)), "resolved");
  }
  const all = [
    confirmFindings(findings, knowledge),
    ...addresses.map((address) => findOnAddress(address, knowledge)),
  ];
  return (await Promise.all(all))
    .flat()
    .filter(
      ({ source, trait }) =>
        source.effect === "threat" && SEVERITY[trait.category ?? source.category] >= MIN_SEVERITY,
    );
}

/** Evidence on an address; none if a veto speaks for it. */
async function findOnAddress(address: string, knowledge: Known): Promise<Evidence[]> {
  const findings = new Findings(knowledge.index);
  const host = parseIp(address);
  const special = host && specialHost(host);
  if (special === "private" || special === "reserved") return [];
  if (host?.kind === "ipv4") findings.ipv4(host.address, "resolved", "resolved");
  if (host?.kind === "ipv6") findings.ipv6(host.address, "resolved");
  const evidence = await confirmFindings(findings, knowledge);
  return evidence.some(({ source }) => source.effect === "veto") ? [] : evidence;
}

/** The evidence found, with that of the blocks that settle doubts. */
async function confirmFindings(
  { evidence, doubts }: Findings,
  { confirm }: Known,
): Promise<Evidence[]> {
  return [...evidence, ...(await confirm(doubts))];
}
