import { describe, expect, it } from "vitest";
import fleet from "../../../public/openapi/fleet.json";
import { anAgent, type TestAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { anOperator } from "../../support/people.ts";
import { makeKey } from "../../support/make-csr.ts";

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  maxProperties?: number;
}

/** What an agent reported itself is kept as it is, whatever it holds. */
const AS_REPORTED = ["machine", "agent", "health", "cert.reported", "labels"];

function schemaOf(name: string): Schema {
  return (fleet.components.schemas as unknown as Record<string, Schema>)[name] ?? {};
}

/** The paths of fields missing in the description, and of required fields missing in the answer. */
function differences(schema: Schema, value: unknown, path = ""): string[] {
  if (AS_REPORTED.includes(path)) return [];
  const { $ref, items, properties = {}, required = [] } = schema;
  if ($ref !== undefined) return differences(schemaOf($ref.split("/").pop() ?? ""), value, path);
  if (Array.isArray(value)) return value.flatMap((one) => differences(items ?? {}, one, path));
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, each]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const described = properties[name];
    return described === undefined ? [`${at} is not described`] : differences(described, each, at);
  });
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [...inside, ...missing.map((name) => `${path}.${name} is missing`)];
}

/** A silent agent; one that reports every field; one with a pending certificate, a conflict and a twin. */
async function agentsOfEveryKind(): Promise<TestAgent[]> {
  const [silent, calling, troubled] = [await anAgent(), await anAgent(), await anAgent()];
  const machine = { machine_id: "m", hostname: "h", os: { name: "linux" } };
  await calling.checkIn({ role: "r", machine, agent: { version: "1.0.0" }, cert: { a: 1 } });
  const twin = await anAgent({ tenantId: troubled.tenantId });
  for (const each of [troubled, twin]) await each.checkIn({ machine });
  for (const id of ["n", "m", "n"]) await troubled.checkIn({ machine: { machine_id: id } });
  await troubled.checkIn({ machine });
  await troubled.rotate(await makeKey());
  return [silent, calling, troubled];
}

describe("the OpenAPI description of an agent", () => {
  it("has every field of the answers, and the answers have every required field", async () => {
    const as = await anOperator();
    for (const agent of await agentsOfEveryKind()) {
      const { id, tenantId } = agent;
      const said = {
        AgentSelf: await agent.me(),
        AgentDetail: await call("GET", `/agents/${id}`, { as }),
        CollectorDetail: await call("GET", `/admin/fleet/collectors/${tenantId}/${id}`, { as }),
      };
      for (const [name, answer] of Object.entries(said)) {
        expect(answer.status).toBe(200);
        expect([name, differences(schemaOf(name), await answer.json())]).toEqual([name, []]);
      }
    }
  });

  it("states the most labels that an enrolment may have", () => {
    expect(schemaOf("EnrollRequest").properties?.["labels"]?.maxProperties).toBe(32);
  });

  const VERSION = ["current", "outdated", "unsupported", "unknown"];
  const POLICY = ["in_sync", "outdated", "unknown"];
  const HEALTH = ["healthy", "degraded", "error", "starting"];

  it.each([
    ["AgentSelf", "agent.version_status", VERSION],
    ["AgentDetail", "agent.version_status", VERSION],
    ["CollectorDetail", "policy.policy_status", POLICY],
    ["AgentListItem", "agent.version_status", VERSION],
    ["AgentListItem", "policy.policy_status", POLICY],
    ["CollectorListItem", "health", HEALTH],
  ])("lists all values that %s may have in %s", (name, path, words) => {
    const found = path
      .split(".")
      .reduce<Schema>((schema, field) => schema.properties?.[field] ?? {}, schemaOf(name));
    expect(found.enum ?? found.anyOf?.[0]?.enum).toEqual(words);
  });
});
