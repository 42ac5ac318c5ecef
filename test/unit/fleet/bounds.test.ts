import type * as z from "zod";
import { describe, expect, it } from "vitest";
import { enrollRequest } from "../../../src/fleet/enrol-schemas.ts";
import { checkinRequest, legacyCheckinRequest } from "../../../src/fleet/schemas.ts";

/** The fields at fault, each once; none where the body fits. */
function wrongIn(schema: z.ZodType, body: unknown): string[] {
  const { error } = schema.safeParse(typeof body === "string" ? JSON.parse(body) : body);
  const paths = (error?.issues ?? []).map(({ path }) => path.map(String).join("."));
  return [...new Set(paths)];
}

const x = (length: number) => "x".repeat(length);
const OBJECTS = ["machine", "agent", "status", "cert"];

describe("a check-in", () => {
  it("has fields of their types, none of them null, and no others", () => {
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

  it("may leave all of them out, or empty, but for the id of the older one", () => {
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

  it("is taken at its bounds, with more inside machine and agent", () => {
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
  ])("is refused for %s beyond them", (field, values) => {
    const [part = ""] = field.split(".");
    for (const value of values) {
      expect(wrongIn(enrollRequest, { ...least, [part]: value })).toEqual([field]);
    }
  });

  it("has no other fields", () => {
    for (const more of ["tenant_id", "region", "policy", "__proto__"]) {
      expect(wrongIn(enrollRequest, `{"csr_pem":"x","${more}":"x"}`)).toEqual([""]);
    }
  });
});
