import { describe, expect, it } from "vitest";
import { confirmChange, noteChange } from "../../../src/fleet/agent/changes-for-d1.ts";
import { followMachine } from "../../../src/fleet/agent/follow-machine.ts";
import { nextAlarmAt } from "../../../src/fleet/agent/notice-silence.ts";
import { RETRY_MS } from "../../../src/fleet/agent/outbox.ts";
import { EMPTY_PULSE, type AgentRecord, type Profile } from "../../../src/fleet/agent/record.ts";
import { staleAfter } from "../../../src/fleet/effective-state.ts";
import { AlarmClock, ringWithin } from "../../../src/platform/index.ts";

const NOW = Date.UTC(2026, 10, 23);
const STALE = NOW + staleAfter(60);

function aRecord(change: Partial<Profile> = {}): AgentRecord {
  const quiet = { seq: 4, intervalS: 60, silence: "none", owed: false, revokedAt: null };
  const said = { machine: "{}", agent: "{}", status: "{}", machineTrail: [], conflict: null };
  const profile = { ...quiet, ...said, ...change };
  return { profile, pulse: { ...EMPTY_PULSE, lastSeen: NOW } } as unknown as AgentRecord;
}

describe("an agent's alarm", () => {
  it("is set for its next silence, or for what is owed, whichever comes first", () => {
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

describe("an alarm that was set before its object slept", () => {
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
    ["none", null, MINUTE_MS],
    ["one that is later", 2 * MINUTE_MS, MINUTE_MS],
    ["one that is sooner", 30_000, 30_000],
    ["one that is late", -59 * MINUTE_MS, -59 * MINUTE_MS],
    ["one that was to ring more than an hour ago", -61 * MINUTE_MS, MINUTE_MS],
  ])("%s", async (_case, set, wanted) => {
    const byClock = await rings(set, async (bell, now) => new AlarmClock(bell).by(now + MINUTE_MS));
    const within = await rings(set, async (bell, now) => ringWithin(bell, MINUTE_MS, now));
    expect([byClock, within]).toEqual([wanted, wanted]);
  });
});

describe("what D1 has not heard of an agent", () => {
  it("is settled by the word of that very change, and not of an earlier one", () => {
    const { profile } = aRecord();
    const owed = noteChange(noteChange(profile, NOW), NOW, [{ action: "agent.x", detail: {} }]);
    expect(confirmChange(owed, owed.seq - 1)).toBe(owed);
    expect(confirmChange(owed, owed.seq)).toMatchObject({ owed: false, untold: [] });
  });

  it("is the last twenty traces at most", () => {
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

describe("a machine id that comes back", () => {
  const isSuspect = (...ids: string[]) => {
    let { profile } = aRecord();
    for (const machine_id of ids) {
      const said = { ...profile, machine: JSON.stringify({ machine_id }) };
      const when = { now: NOW, lastSeen: NOW, lock: false };
      ({ profile } = followMachine(profile, said, when));
    }
    return profile.conflict !== null;
  };

  it("is one of the last three, whatever came between", () => {
    expect(isSuspect("a", "b")).toBe(false);
    expect(isSuspect("a", "a")).toBe(false);
    expect(isSuspect("a", "b", "a")).toBe(true);
    expect(isSuspect("a", "b", "c", "a")).toBe(true);
    expect(isSuspect("a", "b", "c", "d", "a")).toBe(false);
  });
});
