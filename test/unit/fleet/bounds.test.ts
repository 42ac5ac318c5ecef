import type * as z from "zod";
import { describe, expect, it } from "vitest";
import { MAX_ROTATIONS, refuseRotation } from "../../../src/fleet/agent/limits.ts";
import type { Profile } from "../../../src/fleet/agent/record.ts";
import { newCode } from "../../../src/fleet/codes/schemas.ts";
import { enrollRequest } from "../../../src/fleet/enrol-schemas.ts";
import { newPolicy } from "../../../src/fleet/policies/schemas.ts";
import { checkinRequest, legacyCheckinRequest } from "../../../src/fleet/schemas.ts";
import { settingsChange } from "../../../src/fleet/settings-schemas.ts";

/** The fields at fault, each once; none if the body is valid. */
function wrongIn(schema: z.ZodType, body: unknown): string[] {
  const { error } = schema.safeParse(typeof body === "string" ? JSON.parse(body) : body);
  const paths = (error?.issues ?? []).map(({ path }) => path.map(String).join("."));
  return [...new Set(paths)];
}

const x = (length: number) => "x".repeat(length);
const OBJECTS = ["machine", "agent", "status", "cert"];

describe("a check-in", () => {
  it("is refused for a field of another type, a null or an unknown field", () => {
    const legacy = { agent_id: "a" };
    for (const value of [null, 5, [], {}]) {
      for (const field of ["role", "sent_at"]) {
        expect(wrongIn(checkinRequest, { [field]: value })).toEqual([field]);
      }
      expect(wrongIn(legacyCheckinRequest, { ...legacy, role: value })).toEqual(["role"]);
      expect(wrongIn(legacyCheckinRequest, { agent_id: value })).toEqual(["agent_id"]);
    }
    for (const value of [null, 5, [], ""]) {
      for (const field of OBJECTS) {
        expect(wrongIn(checkinRequest, { [field]: value })).toEqual([field]);
      }
      expect(wrongIn(legacyCheckinRequest, { ...legacy, machine: value })).toEqual(["machine"]);
    }
    for (const more of ["agent_id", "tenant_id", "Role", "__proto__"]) {
      expect(wrongIn(checkinRequest, `{"${more}":{}}`)).toEqual([""]);
    }
    for (const more of ["sent_at", "agent", "status", "cert", "__proto__"]) {
      expect(wrongIn(legacyCheckinRequest, `{"agent_id":"a","${more}":{}}`)).toEqual([""]);
    }
  });

  it("may have every field missing or empty, except agent_id in the legacy form", () => {
    const empty = { role: "", machine: {}, agent: {}, status: {}, cert: {}, sent_at: "" };
    expect(wrongIn(checkinRequest, empty)).toEqual([]);
    expect(wrongIn(checkinRequest, {})).toEqual([]);
    expect(wrongIn(legacyCheckinRequest, { agent_id: "a", role: "", machine: {} })).toEqual([]);
    expect(wrongIn(legacyCheckinRequest, { agent_id: "" })).toEqual(["agent_id"]);
    expect(wrongIn(legacyCheckinRequest, {})).toEqual(["agent_id"]);
  });
});

describe("an enrolment", () => {
  const least = { csr_pem: "x" };
  const labels = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, ""]));

  it("is accepted at its bounds, with unknown fields inside machine and agent", () => {
    const most = {
      enrollment_code: x(256),
      csr_pem: x(60_000),
      role: "😀".repeat(64),
      machine: {
        hostname: "😀".repeat(256),
        machine_id: x(256),
        os: { family: x(256), name: "", version: x(256), more: 1 },
        arch: x(256),
        ip: Array.from({ length: 64 }, () => x(256)),
        more: null,
      },
      agent: { version: x(256), build: x(256), more: [] },
      labels: { ...labels(31), [x(128)]: x(256) },
      enrollment_id: "0198C0DE-0000-7000-8000-00000000000A",
    };
    expect(wrongIn(enrollRequest, most)).toEqual([]);
    expect(wrongIn(enrollRequest, least)).toEqual([]);
  });

  it.each([
    ["enrollment_code", [null, "", x(257)]],
    ["csr_pem", [null, "", undefined]],
    ["role", [null, "", " ", x(65), "half \ud83d"]],
    ["machine", [null, "", []]],
    ["machine.hostname", [{ hostname: x(257) }, { hostname: null }]],
    ["machine.machine_id", [{ machine_id: x(257) }, { machine_id: 5 }]],
    ["machine.os", [{ os: "linux" }, { os: null }]],
    ["machine.os.name", [{ os: { name: x(257) } }]],
    ["machine.arch", [{ arch: x(257) }]],
    ["machine.ip", [{ ip: "10.0.0.1" }, { ip: Array.from({ length: 65 }, () => "") }]],
    ["machine.ip.1", [{ ip: ["", x(257)] }]],
    ["agent.version", [{ version: x(257) }, { version: 1 }]],
    ["agent.build", [{ build: x(257) }]],
    ["labels", [null, [], labels(33)]],
    ["labels.", [{ "": "" }]],
    [`labels.${x(129)}`, [{ [x(129)]: "" }]],
    ["labels.a", [{ a: x(257) }, { a: null }, { a: "\udc00" }]],
    ["enrollment_id", [null, "", "0198c0de-0000-7000-8000-00000000000"]],
  ])("is refused for %s out of bounds", (field, values) => {
    const [part = ""] = field.split(".");
    for (const value of values) {
      expect(wrongIn(enrollRequest, { ...least, [part]: value })).toEqual([field]);
    }
  });

  it("is refused for an unknown field", () => {
    for (const more of ["tenant_id", "region", "policy", "__proto__"]) {
      expect(wrongIn(enrollRequest, `{"csr_pem":"x","${more}":"x"}`)).toEqual([""]);
    }
  });
});

describe("a value set by operators", () => {
  const code = { tenantId: "demo" };
  const policy = { tenantId: "demo", name: "n", document: {} };
  const roles = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);
  const DAY_S = 86_400;

  it.each<[string, z.ZodType, object, unknown[], unknown[]]>([
    ["certificateDays", settingsChange, {}, [1, 90], [0, 91, 1.5, "1", null]],
    ["intervalPercent", settingsChange, {}, [10, 10_000], [9, 10_001, null]],
    ["renewBefore", settingsChange, {}, [null, "2026-01-31T12:00:00+02:00"], ["", "2026-01-31"]],
    ["maxUses", newCode, code, [1, 100_000], [0, 100_001, 1.5, null]],
    ["ttlSeconds", newCode, code, [60, 90 * DAY_S], [59, 90 * DAY_S + 1, null]],
    ["roles", newCode, code, [roles(1), roles(32), ["😀".repeat(64)]], [[], roles(33), null]],
    ["region", newCode, code, ["x", x(64)], ["", " ", x(65), null]],
    ["checkinIntervalSeconds", newPolicy, policy, [10, DAY_S], [9, DAY_S + 1, 10.5, null]],
  ])("is bounded in %s", (field, schema, rest, inside, outside) => {
    const wrong = (value: unknown) => wrongIn(schema, { ...rest, [field]: value });
    for (const value of inside) expect([value, wrong(value)]).toEqual([value, []]);
    for (const value of outside) expect([value, wrong(value)]).toEqual([value, [field]]);
  });
});

describe("a sixth rotation", () => {
  it("is 429 until the first of five rotations is an hour old, to the millisecond", () => {
    const first = Date.UTC(2026, 0, 1);
    const rotations = Array.from({ length: MAX_ROTATIONS }, (_, n) => first + n);
    const at = (now: number) => refuseRotation({ rotations } as Profile, now);
    expect(MAX_ROTATIONS).toBe(5);
    expect(at(first + 3_599_999)).toMatchObject({ status: 429, retryAfterSeconds: 0.001 });
    expect(at(first + 3_600_000)).toBeUndefined();
  });
});
