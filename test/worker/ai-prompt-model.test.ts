import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PERMISSIONS, type Person } from "../../src/access/index.ts";
import { decideOnMove, moveLabel, showVersions } from "../../src/ai/index.ts";
import { createVersion } from "../../src/ai/prompts/create-version.ts";
import { findPrompt } from "../../src/ai/prompts/find-prompt.ts";
import { isRefusal, settle } from "../../src/http/index.ts";
import { database, randomBase62 } from "../../src/platform/index.ts";
import { aTenant } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";

/** How long an isolate may remember a label. */
const MEMORY_MS = 15_000;
const LABELS = ["staging", "trial"];
/** Two tenants, and the owner "*" for all tenants. */
const OWNERS = 3;
const MISSING = 999;
const permissions = new Set(PERMISSIONS);

const label = fc.constantFrom(...LABELS);
const owner = fc.nat(OWNERS - 1);
const step = fc.oneof(
  fc.record({ does: fc.constant("write" as const), owner }),
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("move" as const),
      owner,
      label,
      /** Indexes of the versions that the owner sees, or a version that does not exist. */
      picks: fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, MISSING), { maxLength: 2 }),
      isProtected: fc.constantFrom(undefined, undefined, false, true),
    }),
  },
  fc.record({
    does: fc.constant("decide" as const),
    move: fc.nat(5),
    by: fc.constantFrom("person:one", "person:two"),
    state: fc.constantFrom("applied" as const, "rejected" as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Label {
  versions: number[];
  isProtected: boolean;
}

interface Waiting extends Label {
  id: string;
  at: string;
  owner: string;
  state: "pending" | "applied" | "rejected";
}

async function aWorld() {
  const db = database(env);
  const owners = [await aTenant(), await aTenant(), "*"];
  const name = `p-${randomBase62(12).toLowerCase()}`;
  const versions = new Map<number, Set<string>>();
  const labels = new Map<string, Label>();
  const moves: Waiting[] = [];
  let now = Date.now();
  const mover = (of: string, subject: string) => {
    const by: Person = { kind: "operator", subject, reach: "all", permissions };
    return { db, by, owner: of, now };
  };
  const seenBy = (of: string) =>
    [...versions]
      .filter(([, writers]) => writers.has(of) || writers.has("*"))
      .map(([version]) => version);
  const act = async (one: Step) => {
    if (one.does === "decide") return decide(one);
    const of = owners[one.owner] ?? "*";
    if (one.does === "write") {
      const template = { en: "Data stands between {{fence}}." };
      const order = { tenantId: of, name, template, variables: {}, config: {}, commitMessage: "x" };
      const { by } = mover(of, "person:one");
      const { version } = settle(await createVersion(db, by, of, order, now));
      // A number is one version only for every tenant that sees the number.
      const above = of === "*" ? [...versions.keys()] : seenBy(of);
      expect(version).toBe(Math.max(0, ...above) + 1);
      versions.set(version, (versions.get(version) ?? new Set()).add(of));
      return undefined;
    }
    return move(of, one);
  };
  const move = async (of: string, one: Extract<Step, { does: "move" }>) => {
    const seen = seenBy(of);
    const picked = new Set(
      one.picks.map((pick) => (pick === MISSING ? pick : (seen[pick % seen.length] ?? pick))),
    );
    const wanted = [...picked].map((version) => ({ version, weight: 1 }));
    const order = { tenantId: of, name, versions: wanted, protected: one.isProtected };
    const moved = await moveLabel(mover(of, "person:one"), one.label, order);
    const numbers = wanted.map(({ version }) => version);
    const areThere = numbers.every((version) => seen.includes(version));
    if (!areThere) return expect(moved).toMatchObject({ error: "unknown_prompt_version" });
    const at = `${of} ${one.label}`;
    const before = labels.get(at);
    const next = {
      versions: numbers,
      isProtected: one.isProtected ?? before?.isProtected ?? false,
    };
    const { id, state } = settle(moved);
    expect(state).toBe(before?.isProtected === true ? "pending" : "applied");
    if (state === "applied") labels.set(at, next);
    return moves.push({ ...next, id, at, owner: of, state });
  };
  const decide = async ({ move: n, by, state }: Extract<Step, { does: "decide" }>) => {
    const asked = moves[n];
    if (asked === undefined) return;
    const decided = await decideOnMove(mover(asked.owner, by), asked.id, state);
    if (asked.state === state) expect(decided).toMatchObject({ id: asked.id, state });
    else if (asked.state !== "pending") expect(decided).toMatchObject({ error: "already_decided" });
    else if (state === "applied" && by === "person:one") {
      expect(decided).toMatchObject({ error: "second_person_needed" });
    } else {
      asked.state = settle(decided).state;
      if (state === "applied") labels.set(asked.at, asked);
    }
  };
  /** A request that names a label gets a version that the list shows for the label. */
  const look = async (of: string) => {
    now += MEMORY_MS;
    const asker = { owner: of, subject: "person:one", now };
    const shown = await showVersions(db, [of], "person:one", now);
    const lines = shown.versions.filter((line) => line.name === name);
    expect(new Set(lines.map(({ version }) => version))).toEqual(new Set(seenBy(of)));
    const newest = Math.max(...seenBy(of));
    for (const named of [...LABELS, "latest"]) {
      const placed = [of, "*"].map((one) => labels.get(`${one} ${named}`)?.versions ?? []);
      const behind = placed.find(({ length }) => length > 0) ?? [];
      const wanted = named === "latest" ? seenBy(of).filter((one) => one === newest) : behind;
      const held = lines.filter((line) => line.label.includes(named));
      expect(new Set(held.map(({ version }) => version))).toEqual(new Set(wanted));
      const found = await findPrompt(db, asker, `${name}@${named}`);
      if (isRefusal(found)) expect(wanted).toEqual([]);
      else expect(wanted).toContain(found.version);
    }
  };
  return { act, look: () => Promise.all(owners.slice(0, -1).map(look)) };
}

describe("prompts of two tenants and of all tenants, in any order of writes, moves and decisions", () => {
  it("are found by a label as the list shows them, each tenant's own first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { act, look } = await aWorld();
        for (let one = 0; one < OWNERS; one += 1) await act({ does: "write", owner: one });
        for (const one of steps) await act(one);
        await look();
      }),
      { numRuns: rounds(25) },
    );
  });
});
