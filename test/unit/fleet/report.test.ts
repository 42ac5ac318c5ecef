import { describe, expect, it } from "vitest";
import { agentRowOf } from "../../../src/fleet/agent/d1-row.ts";
import { newRecord } from "../../../src/fleet/agent/new-record.ts";

const HALF = "\ud83d";
const WHOLE = "\u{1f600}";

function rowOf(machine: object, agent: object = {}, labels: Record<string, string> = {}) {
  const issued = {
    pem: "",
    chainPem: "",
    fingerprint: "f",
    keyFingerprint: "k",
    serial: "1",
    notBefore: 0,
    notAfter: 1,
    reference: null,
  };
  const record = newRecord({
    identity: {
      tenantId: "t",
      agentId: "a",
      roles: ["collector"],
      region: "global",
      codeId: "c",
      policyId: null,
      enrolledAt: 0,
      labels,
    },
    role: "collector",
    issued,
    policy: { policyId: "default", revision: 1, intervalS: 60 },
    machine: JSON.stringify(machine),
    agent: JSON.stringify(agent),
    now: 0,
  });
  return agentRowOf(record);
}

describe("an agent's row in D1", () => {
  it("holds no half of a character, whether received or made by cutting", () => {
    const row = rowOf(
      {
        hostname: `${"h".repeat(255)}${WHOLE}`,
        machine_id: `${HALF}m`,
        os: { name: `o${HALF}` },
        ip: Array.from({ length: 16 }, () => `${"i".repeat(254)}${WHOLE}`),
      },
      { version: `1.0.0-${HALF}` },
    );
    const texts = [row.hostname, row.machineId, row.os, row.version, row.search];
    expect(texts.map((text) => text?.isWellFormed())).toEqual(texts.map(() => true));
    expect(row.machineId).toBe("\ufffdm");
    expect(rowOf({ hostname: WHOLE }).hostname).toBe(WHOLE);
  });

  it("has texts of at most 256 characters, the system's name or else its family, and 2,048 to search", () => {
    const long = "h".repeat(257);
    const ip = Array.from({ length: 64 }, () => long.slice(1));
    const row = rowOf({ hostname: long, ip, os: { name: "Debian", family: "linux" } });
    expect([row.hostname, row.os]).toEqual([long.slice(1), "Debian"]);
    expect(row.search).toHaveLength(2_048);
    expect(rowOf({ os: { family: "linux", version: "6" } }).os).toBe("linux 6");
    expect(rowOf({ ip: [long] }).search).toBe("a");
  });

  it("can be searched by each of 64 IP addresses, and by labels beside so many addresses", () => {
    const ip = Array.from({ length: 64 }, (_, n) => `2001:db8:${"ffff:".repeat(5)}${n + 1_000}`);
    const ofV4 = Array.from({ length: 65 }, (_, n) => `10.0.0.${n + 100}`);
    const { search } = rowOf({ ip: ofV4 });
    expect(ofV4.filter((one) => !search.includes(one))).toEqual(["10.0.0.164"]);
    expect(rowOf({ ip }, {}, { Site: "North" }).search).toContain("site=north");
  });
});
