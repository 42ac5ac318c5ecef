import { describe, expect, it } from "vitest";
import { Bucket, CHECK_IN_RATE, EVENT_RATE } from "../../../src/fleet/agent/bucket.ts";
import { countOneMore, sumCounts } from "../../../src/fleet/agent/count.ts";
import { EMPTY_PULSE, type AgentRecord, type Profile } from "../../../src/fleet/agent/record.ts";
import { type Report, takeReport } from "../../../src/fleet/agent/take-report.ts";
import { REFRESH_MS } from "../../../src/fleet/effective-state.ts";

const NOW = Date.UTC(2026, 10, 23);
const HOUR = 3_600_000;
const ORDERS = { intervalS: 60, policyId: "p", revision: 1 };

function aRecord(change: Partial<Profile> = {}, lastSeen = NOW): AgentRecord {
  const profile = {
    seq: 4,
    role: "collector",
    machine: "{}",
    agent: "{}",
    status: "{}",
    cert: "{}",
    reportedRole: null,
    intervalS: 60,
    policyId: "p",
    policyRevision: 1,
    watched: true,
    silence: "none",
    machineTrail: [],
    projectedSeen: lastSeen,
    owed: false,
    ...change,
  };
  const identity = { agentId: "a", roles: ["collector", "relay"] };
  return { identity, profile, pulse: { ...EMPTY_PULSE, lastSeen } } as unknown as AgentRecord;
}

function take(record: AgentRecord, now: number, report: Partial<Report> = {}) {
  const nothing = { sentAt: null, ip: null, colo: null, country: null };
  return takeReport(record, { ...nothing, ...report }, ORDERS, now, false);
}

describe("a check-in", () => {
  it("overtaken by a later one changes nothing of the agent, but is counted", () => {
    const record = aRecord();
    const { pulse, profile, listed, returned } = take(record, NOW - 2_001, {
      role: "relay",
      ip: "::1",
    });
    expect(profile).toBe(record.profile);
    expect([pulse.lastSeen, pulse.lastIp, listed, returned]).toEqual([NOW, null, false, false]);
    expect(sumCounts(pulse, NOW)).toMatchObject({ checkins_24h: 1 });
  });

  it.each([
    ["another isolate's clock is ahead", {}, null, NOW - 2_000, "relay"],
    ["the last one was sent before it", { sentAt: NOW + 60 }, 0, NOW - 30_000, "relay"],
    ["the last one was sent half a second after it", { sentAt: NOW - 500 }, 0, NOW - 1, "relay"],
    ["the last one was sent after it", { sentAt: NOW - 501 }, 0, NOW - 1, "collector"],
    [
      "the agent's own clock is an hour late",
      { sentAt: NOW - HOUR + 60 },
      -3_600,
      NOW - 9,
      "relay",
    ],
  ])("with an earlier time than the last one, when %s", (_case, sent, clockSkewS, cameAt, role) => {
    const record = aRecord();
    const { profile, pulse } = take({ ...record, pulse: { ...record.pulse, clockSkewS } }, cameAt, {
      role: "relay",
      ...sent,
    });
    expect([profile.role, pulse.lastSeen]).toEqual([role, NOW]);
  });

  it("at the same moment as the last one counts as the later of the two", () => {
    expect(take(aRecord(), NOW, { role: "relay" }).profile.role).toBe("relay");
  });

  it("without news is written to D1 only after more than a quarter of an hour", () => {
    expect(take(aRecord(), NOW + REFRESH_MS).listed).toBe(false);
    const later = take(aRecord(), NOW + REFRESH_MS + 1);
    expect(later.listed).toBe(true);
    expect(later.profile).toMatchObject({
      projectedSeen: NOW + REFRESH_MS + 1,
      seq: 5,
      owed: true,
    });
  });

  it("with news that no list shows is kept, but not written to D1", () => {
    const machine = '{"hostname":"h"}';
    const record = aRecord({ machine, machineTrail: ["m"] });
    const news = {
      machine: '{"hostname":"h","uptime_s":61}',
      agent: '{"pid":7}',
      status: '{"message":"61 s up"}',
      cert: '{"not_after":"2027-01-01T00:00:00Z"}',
    };
    const { profile, listed } = take(record, NOW, news);
    expect(profile).toMatchObject({ ...news, seq: 4, owed: false, projectedSeen: NOW });
    expect(listed).toBe(false);
  });

  it.each([
    ["a health", { status: '{"health":"error"}' }],
    ["a version", { agent: '{"version":"1.0.1"}' }],
    ["a revision", { agent: '{"policy":{"id":"p","revision":1}}' }],
    ["a system", { machine: '{"os":{"name":"linux"}}' }],
    ["an address", { machine: '{"ip":["2001:db8::1"]}' }],
  ])("with %s that lists show or search is written to D1 at once", (_case, news) => {
    const { profile, listed } = take(aRecord({ machineTrail: ["m"] }), NOW, news);
    expect(profile).toMatchObject({ ...news, seq: 5, owed: true });
    expect(listed).toBe(true);
  });

  it("sets a role that the agent's code allows, and only notes any other as reported", () => {
    const { profile: given } = take(aRecord(), NOW, { role: "relay" });
    expect(given).toMatchObject({ role: "relay", reportedRole: "relay" });
    const { profile: other } = take(aRecord(), NOW, { role: "root" });
    expect(other).toMatchObject({ role: "collector", reportedRole: "root" });
  });

  it("begins the machine trail with the first machine id that is reported again", () => {
    const machine = '{"machine_id":"a"}';
    const { profile } = take(aRecord({ machine }), NOW, { machine });
    expect(profile.machineTrail).toEqual(["a"]);
  });

  it("of an agent that was silent is written to D1 at once", () => {
    const { listed, returned, profile } = take(aRecord({ watched: false, silence: "stale" }), NOW);
    expect([listed, returned, profile.silence]).toEqual([true, true, "none"]);
  });
});

describe("the rates of an agent", () => {
  it("are 2 check-ins a second with a burst of 60, and 50 events a second with a burst of 200", () => {
    expect(CHECK_IN_RATE).toEqual({ perSecond: 2, burst: 60 });
    expect(EVENT_RATE).toEqual({ perSecond: 50, burst: 200 });
  });

  it("do not change when the clock goes back", () => {
    const bucket = new Bucket({ perSecond: 1, burst: 1 });
    expect(bucket.take(10_000)).toBe(true);
    expect(bucket.take(5_000)).toBe(false);
    expect(bucket.take(10_999)).toBe(false);
    expect(bucket.take(11_000)).toBe(true);
  });
});

describe("the counters of a day", () => {
  it("hold the current hour and the 23 before it", () => {
    let pulse = EMPTY_PULSE;
    const hour = (at: number) => NOW + at * HOUR;
    for (let at = 0; at < 30; at += 1) {
      pulse = { ...pulse, counts: countOneMore(pulse, "checkins", hour(at)) };
    }
    pulse = { ...pulse, counts: countOneMore(pulse, "events", hour(29) + HOUR - 1) };
    expect(pulse.counts).toHaveLength(24);
    expect(sumCounts(pulse, hour(29))).toMatchObject({ checkins_24h: 24, events_24h: 1 });
    expect(sumCounts(pulse, hour(30))).toMatchObject({ checkins_24h: 23, events_24h: 1 });
    expect(sumCounts(pulse, hour(53))).toMatchObject({ checkins_24h: 0, events_24h: 0 });
  });
});
