import { describe, expect, it } from "vitest";
import { doubt } from "../../../src/fleet/agent/admit.ts";
import { confirmChange, noteChange } from "../../../src/fleet/agent/changes-for-d1.ts";
import { D1Sender } from "../../../src/fleet/agent/d1-sender.ts";
import { EndedAgent } from "../../../src/fleet/agent/ended-agent.ts";
import { followMachine } from "../../../src/fleet/agent/follow-machine.ts";
import { nextAlarmAt } from "../../../src/fleet/agent/notice-silence.ts";
import { resolveProfile } from "../../../src/fleet/agent/operator-changes.ts";
import { RETRY_MS } from "../../../src/fleet/agent/outbox.ts";
import { EMPTY_PULSE, type AgentRecord, type Profile } from "../../../src/fleet/agent/record.ts";
import type { RecordStore } from "../../../src/fleet/agent/record-store.ts";
import { AGAIN_MS, revokeReplaced } from "../../../src/fleet/agent/revoke-replaced.ts";
import { heldReferences, tombstoneOf } from "../../../src/fleet/agent/tombstone.ts";
import { staleAfter } from "../../../src/fleet/effective-state.ts";
import { AlarmClock, ringWithin } from "../../../src/platform/index.ts";

const NOW = Date.UTC(2026, 10, 23);
const STALE = NOW + staleAfter(60);
const NO_ISSUER = {} as Cloudflare.Env;

function aRecord(change: Partial<Profile> = {}): AgentRecord {
  const quiet = { seq: 4, intervalS: 60, silence: "none", owed: false, revokedAt: null };
  const said = { machine: "{}", agent: "{}", status: "{}", machineTrail: [], conflict: null };
  const profile = { ...quiet, ...said, ...change };
  const pulse = { ...EMPTY_PULSE, lastSeen: NOW };
  return { profile, pulse, slots: {} } as unknown as AgentRecord;
}

describe("an agent's alarm", () => {
  it("is set for its next silence or for the retry of what is owed, whichever comes first", () => {
    const owing = aRecord({ owed: true });
    expect(nextAlarmAt(owing, false, NOW)).toBe(NOW + RETRY_MS);
    expect(nextAlarmAt(aRecord(), true, NOW)).toBe(NOW + RETRY_MS);
    expect(nextAlarmAt(owing, false, STALE)).toBe(STALE + 1);
    expect(nextAlarmAt(aRecord(), false, NOW)).toBe(STALE + 1);
    expect(nextAlarmAt(aRecord({ owed: true, silence: "offline" }), false, NOW)).toBe(
      NOW + RETRY_MS,
    );
  });
});

describe("an alarm asked for within a minute", () => {
  const MINUTE_MS = 60_000;
  const rings = async (
    inMs: number | null,
    by: (bell: DurableObjectStorage, now: number) => Promise<void>,
  ) => {
    const now = Date.now();
    let at = inMs === null ? null : now + inMs;
    const bell = {
      getAlarm: async () => at,
      setAlarm: async (next: number) => {
        at = next;
      },
    };
    await by(bell as unknown as DurableObjectStorage, now);
    return at === null ? null : at - now;
  };

  it.each([
    ["is set if there is none", null, MINUTE_MS],
    ["replaces a later one", 2 * MINUTE_MS, MINUTE_MS],
    ["leaves a sooner one", 30_000, 30_000],
    ["leaves an overdue one", -59 * MINUTE_MS, -59 * MINUTE_MS],
    ["replaces one that is overdue by more than an hour", -61 * MINUTE_MS, MINUTE_MS],
  ])("%s", async (_case, set, wanted) => {
    const byClock = await rings(set, async (bell, now) => new AlarmClock(bell).by(now + MINUTE_MS));
    const within = await rings(set, async (bell, now) => ringWithin(bell, MINUTE_MS, now));
    expect([byClock, within]).toEqual([wanted, wanted]);
  });
});

describe("a change of an agent that D1 has not recorded", () => {
  it("is settled by the confirmation of that change, not of an earlier one", () => {
    const { profile } = aRecord();
    const owed = noteChange(noteChange(profile, NOW), NOW, [{ action: "agent.x", detail: {} }]);
    expect(confirmChange(owed, owed.seq - 1)).toBe(owed);
    expect(confirmChange(owed, owed.seq)).toMatchObject({ owed: false, untold: [] });
  });

  it("keeps the last twenty traces at most", () => {
    let { profile } = aRecord();
    for (let at = 1; at <= 21; at += 1) {
      profile = noteChange(profile, NOW, [{ action: `agent.x${at}`, detail: {} }]);
    }
    expect(profile.untold).toHaveLength(20);
    expect([profile.untold?.[0]?.action, profile.untold?.at(-1)?.action]).toEqual([
      "agent.x2",
      "agent.x21",
    ]);
  });
});

describe("a machine id that returns", () => {
  const isSuspect = (...ids: string[]) => {
    let { profile } = aRecord();
    for (const machine_id of ids) {
      const said = { ...profile, machine: JSON.stringify({ machine_id }) };
      const when = { now: NOW, lastSeen: NOW, lock: false };
      ({ profile } = followMachine(profile, said, when));
    }
    return profile.conflict !== null;
  };

  it("raises a conflict if it was among the last sixteen machine ids", () => {
    expect(isSuspect("a", "b")).toBe(false);
    expect(isSuspect("a", "a")).toBe(false);
    expect(isSuspect("a", "b", "a")).toBe(true);
    const all = Array.from({ length: 17 }, (_, nth) => `m${nth}`);
    expect(isSuspect(...all.slice(0, 16), "m0")).toBe(true);
    expect(isSuspect(...all, "m0")).toBe(false);
  });

  it("is judged by a new, empty trail once an operator has resolved the conflict", () => {
    const conflict = { since: NOW, evidence: ["machine_id_alternates"] };
    const { profile } = aRecord({ conflict, machineTrail: ["a", "b", "a"] });
    const resolved = resolveProfile({ subject: "somebody" }, profile, NOW);
    expect(resolved).toMatchObject({ conflict: null, machineTrail: [] });
  });
});

describe("an identity in doubt", () => {
  const [HOST, OLD] = ["hostname_alternates", "certificate_superseded"];

  it("is revoked once its tenant wants locking, also by known evidence, dated from the first doubt", () => {
    const flagged = doubt(aRecord({ epoch: 1 }).profile, HOST, NOW, false);
    expect(flagged.revokedAt).toBeNull();
    expect(doubt(flagged, HOST, NOW + 1, false)).toBe(flagged);
    const locked = { revokedAt: NOW + 1, epoch: 2 };
    expect(doubt(flagged, HOST, NOW + 1, true)).toMatchObject({
      ...locked,
      conflict: { since: NOW, evidence: [HOST] },
    });
    expect(doubt(flagged, OLD, NOW + 1, true)).toMatchObject({
      ...locked,
      conflict: { since: NOW, evidence: [HOST, OLD] },
    });
  });
});

describe("an agent that ended", () => {
  const own = { tenantId: "t", agentId: "a" };
  const times = { issuedAt: NOW, notAfter: NOW };
  const held = (name: string) => ({ fingerprint: name, reference: `ref ${name}`, ...times });
  const slots = {
    current: held("current"),
    pending: held("pending"),
    superseded: [{ fingerprint: "old", since: NOW }],
  };
  const record = { ...aRecord(), identity: own, slots } as unknown as AgentRecord;
  const tombstone = tombstoneOf(record, NOW, { subject: "somebody" });

  it("keeps the fingerprint of each certificate and the references of the current and pending ones", () => {
    expect(tombstone.fingerprints).toEqual(["current", "pending", "old"]);
    expect(tombstone.references).toEqual(["ref current", "ref pending"]);
    expect(heldReferences(record.slots)).toEqual(["ref current", "ref pending"]);
  });

  it("has its next try at the issuer a day later, however often its alarm rings", async () => {
    const store = { replaceByTombstone: () => {} } as unknown as RecordStore;
    const ended = new EndedAgent(store, { ...tombstone, owed: false });
    const ring = (at: number) => ended.finish(new D1Sender(), NO_ISSUER, { waiting: false }, at);
    const day = NOW + AGAIN_MS;
    expect(await ring(NOW)).toBe(day);
    expect(await ring(day)).toBe(day + AGAIN_MS);
    expect(await ring(day + RETRY_MS)).toBe(day + AGAIN_MS);
    expect(await ring(day + AGAIN_MS)).toBe(day + 2 * AGAIN_MS);
  });

  it("that is erased while its alarm runs sets no further alarm", async () => {
    const store = { replaceByTombstone: () => {} } as unknown as RecordStore;
    const ended = new EndedAgent(store, { ...tombstone, owed: false });
    const unsent = {
      get waiting(): boolean {
        throw new Error("no such table: events");
      },
    };
    const ring = ended.finish(new D1Sender(), NO_ISSUER, unsent, NOW);
    ended.tombstone = undefined;
    expect(await ring).toBeUndefined();
  });

  it("revokes certificates added meanwhile at once, and retries the earlier one a day later", async () => {
    const replaced = [{ reference: "ref old", from: NOW, notAfter: NOW + 2 * AGAIN_MS }];
    const before = { ...record, slots: { ...slots, replaced } } as unknown as AgentRecord;
    const after = { ...before, profile: { ...before.profile, revokedAt: NOW + 1 } };
    const records = [before, after];
    const left = await revokeReplaced(NO_ISSUER, () => records.shift(), NOW);
    expect(left?.replaced?.map(({ reference, from }) => [reference, from - NOW])).toEqual([
      ["ref old", AGAIN_MS],
      ["ref current", 0],
      ["ref pending", 0],
    ]);
  });

  it("keeps its tombstone when endUnmade is called for it", () => {
    const written: unknown[] = [];
    const store = { replaceByTombstone: (one: unknown) => written.push(one) };
    const ended = new EndedAgent(store as unknown as RecordStore, tombstone);
    expect(ended.endUnmade(own, NOW)).toBe(tombstone.until);
    expect([ended.tombstone, written]).toEqual([tombstone, []]);
  });
});
