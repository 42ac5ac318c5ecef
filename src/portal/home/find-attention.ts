import type { Person } from "../../access/principal.ts";
import type { LookAtAuthority } from "../../certificates/look-at-authority.ts";
import type { Roots } from "../../encryption/envelope/roots.ts";
import { listDead } from "../../events/store.ts";
import { countStates } from "../../fleet/count-states.ts";
import { listAgents } from "../../fleet/list-store.ts";
import { showSource } from "../../intel/show-source.ts";
import { listSources } from "../../intel/store.ts";
import {
  databaseBytes,
  listRuns,
  MAX_DATABASE_BYTES,
  type Database,
} from "../../platform/index.ts";
import { listTenants } from "../../tenants/store.ts";
import type { Language } from "../frame/language.ts";
import { silent } from "../fleet/state-figures.tsx";
import { sayName } from "../frame/say-name.ts";
import { sayNumber } from "../frame/say.ts";
import { findTroubled } from "../jobs/is-late.ts";
import { jobNames } from "../jobs/words.ts";
import { isLate } from "../sources/freshness.tsx";
import { stateOf } from "../sources/state-of.ts";
import { findAuthorityConcerns } from "./find-authority-concerns.ts";
import { findKeyConcerns } from "./find-key-concerns.ts";
import { findSwitchedOff, findUnsent } from "./find-webhook-concerns.ts";
import type { concernWords } from "./words.ts";

/** The most things that are named; beyond that only the number is said. */
const MOST_NAMED = 5;
/** Early enough to act before the database is full. */
const FILLING_PERCENT = 50;
const FIRST = { page: 1, limit: MOST_NAMED, offset: 0 };

/** Something that needs attention, and the page where it is examined. */
export interface Concern {
  kind: keyof (typeof concernWords)["en"];
  count: number;
  href: string;
  things: { href: string; label: string }[];
  /** Whether there are more than `things`; set if `count` counts something else than `things`. */
  isMore?: boolean;
}

interface Asked {
  db: Database;
  who: Pick<Person, "permissions">;
  language: Language;
  now: number;
  /** Null if the secret cannot be read. */
  roots: Roots | null;
  /** Checks the CA of agents. */
  look: LookAtAuthority;
  /** Names of the settings that cannot be read. */
  settings: readonly string[];
}

/**
 * What an operator should look at first, as far as the operator may read it. Each costs a query or
 * two.
 */
export async function findAttention(asked: Asked): Promise<Concern[]> {
  const { permissions } = asked.who;
  const [seesFleet, seesFeeds] = [permissions.has("fleet:read-all"), permissions.has("intel:read")];
  const seesWebhooks = permissions.has("webhooks:read");
  const found = await Promise.all([
    seesFleet ? findFleets(asked) : [],
    seesFleet ? findDoubted(asked) : [],
    seesFleet ? findFilling(asked) : [],
    seesFleet ? findJobs(asked) : [],
    seesFleet ? findAuthorityConcerns(asked.db, asked.look, asked.now, FIRST) : [],
    seesFeeds ? findFeeds(asked) : [],
    seesFleet ? findDeadLetters(asked) : [],
    permissions.has("encryption:read") ? findKeyConcerns(asked.db, asked.roots, FIRST) : [],
    seesWebhooks ? findSwitchedOff(asked.db, asked.now, FIRST) : [],
    seesWebhooks && seesFleet ? findUnsent(asked.db, asked.now) : [],
    permissions.has("tenants:read") ? findSuspended(asked) : [],
  ]);
  if (seesFleet) found.push(findSettings(asked));
  return found.flat().filter(({ count }) => count > 0);
}

async function findFilling({ db }: Asked): Promise<Concern[]> {
  const percent = Math.floor((100 * (await databaseBytes(db))) / MAX_DATABASE_BYTES);
  const count = percent < FILLING_PERCENT ? 0 : percent;
  return [{ kind: "database", count, href: "/portal/jobs", things: [] }];
}

async function findJobs({ db, language, now }: Asked): Promise<Concern[]> {
  const jobs = findTroubled(await listRuns(db), now);
  const names: Record<string, string> = jobNames[language];
  const href = "/portal/jobs";
  const things = jobs.map(({ job }) => ({ href: `${href}#${job}`, label: names[job] ?? job }));
  return [{ kind: "jobs", count: jobs.length, href, things }];
}

function findSettings({ settings }: Asked): Concern[] {
  const href = "/portal";
  const things = settings.map((label) => ({ href, label }));
  return [{ kind: "settings", count: settings.length, href, things }];
}

async function findFeeds({ db, now }: Asked): Promise<Concern[]> {
  const sources = (await listSources(db)).map((one) => showSource(one, now));
  const failed = sources.filter((one) => stateOf(one) === "failed");
  const damaged = sources.filter((one) => stateOf(one) === "damaged");
  const late = sources.filter(isLate);
  const named = (some: typeof sources) =>
    some.slice(0, MOST_NAMED).map(({ id }) => ({ href: `/portal/sources/${id}`, label: id }));
  const list = "/portal/sources";
  return [
    {
      kind: "failedFeeds",
      count: failed.length,
      href: `${list}?status=failed`,
      things: named(failed),
    },
    {
      kind: "damagedFeeds",
      count: damaged.length,
      href: `${list}?status=damaged`,
      things: named(damaged),
    },
    { kind: "lateFeeds", count: late.length, href: `${list}?status=late`, things: named(late) },
  ];
}

async function findDeadLetters({ db }: Asked): Promise<Concern[]> {
  const { total } = await listDead(db, { replayed: false }, FIRST);
  const href = "/portal/dead-letters?replayed=false";
  return [{ kind: "deadLetters", count: total, href, things: [] }];
}

async function findFleets({ db, language, now }: Asked): Promise<Concern[]> {
  const fleets = [...(await countStates(db, now))];
  const concern = (kind: "silent" | "erring", status: string, countOf: typeof silent): Concern => {
    const found = fleets
      .map(([tenantId, counts]) => ({ tenantId, count: countOf(counts) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
    const things = found.slice(0, MOST_NAMED).map(({ tenantId, count }) => ({
      href: `/portal/t/${tenantId}/collectors?status=${status}`,
      label: `${tenantId} (${sayNumber(language, count)})`,
    }));
    const count = found.reduce((sum, one) => sum + one.count, 0);
    const isMore = found.length > things.length;
    return { kind, count, href: `/portal/fleet/collectors?status=${status}`, things, isMore };
  };
  return [concern("silent", "silent", silent), concern("erring", "error", ({ error }) => error)];
}

/** Whatever their state is: an agent that is silent or revoked may be one whose copy goes on. */
async function findDoubted({ db, now }: Asked): Promise<Concern[]> {
  const { items, total } = await listAgents(db, "all", { conflict: true }, FIRST, now);
  const things = items.map(({ row: { tenantId, agentId, hostname } }) => ({
    href: `/portal/t/${tenantId}/collectors/${agentId}`,
    label: sayName(hostname ?? agentId),
  }));
  return [
    { kind: "doubted", count: total, href: "/portal/fleet/collectors?conflict=true", things },
  ];
}

async function findSuspended({ db }: Asked): Promise<Concern[]> {
  const { items, total } = await listTenants(db, { reach: "all", status: "suspended" }, FIRST);
  const things = items.map(({ tenantId, name }) => ({
    href: `/portal/t/${tenantId}`,
    label: sayName(name),
  }));
  return [{ kind: "suspended", count: total, href: "/portal/tenants?status=suspended", things }];
}
