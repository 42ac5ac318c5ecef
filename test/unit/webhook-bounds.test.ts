import { describe, expect, it } from "vitest";
import { wants } from "../../src/webhooks/fan-out.ts";
import { endpointChange, newEndpoint, secretRotation } from "../../src/webhooks/schemas.ts";

const URL = "https://hooks.acme.com/";
const EVENTS = ["ping"];

/** The fields that are wrong in a new endpoint, and in a change, which has the same bounds. */
function faultsOf(more: object): string[] {
  const made = newEndpoint.safeParse({ url: URL, events: EVENTS, ...more });
  const changed = endpointChange.safeParse(more);
  const pathsOf = ({ error }: typeof made | typeof changed) =>
    (error?.issues ?? []).map(({ path }) => path.join("."));
  expect(pathsOf(changed)).toEqual(pathsOf(made));
  return pathsOf(made);
}

describe("a webhook endpoint", () => {
  it.each<[object]>([
    [{ url: URL.padEnd(2_000, "a") }],
    [{ description: "🙂".repeat(500) }],
    [{ description: null }],
    [{ filter: { minScore: 0 } }],
    [{ filter: { minScore: 100, verdicts: ["spam"], channels: ["sms"] } }],
    [{ filter: {} }],
    [{ maxPerMinute: 6_000 }],
    [{ maxPerMinute: null }],
  ])("is accepted at its bounds: %j", (more) => {
    expect(faultsOf(more)).toEqual([]);
  });

  it.each<[string, object]>([
    ["url", { url: URL.padEnd(2_001, "a") }],
    ["url", { url: "" }],
    ["url", { url: null }],
    ["events", { events: [] }],
    ["events.0", { events: ["inspection.clean"] }],
    ["description", { description: "🙂".repeat(501) }],
    ["description", { description: "\ud83d" }],
    ["filter", { filter: null }],
    ["filter", { filter: { sender: "a" } }],
    ["filter.verdicts", { filter: { verdicts: [] } }],
    ["filter.channels", { filter: { channels: [] } }],
    ["filter.minScore", { filter: { minScore: -1 } }],
    ["filter.minScore", { filter: { minScore: 101 } }],
    ["filter.minScore", { filter: { minScore: null } }],
    ["maxPerMinute", { maxPerMinute: 0 }],
    ["maxPerMinute", { maxPerMinute: 6_001 }],
  ])("is refused with its %s beyond the bounds", (path, more) => {
    expect(faultsOf(more)).toEqual([path]);
  });

  it("refuses a change that is empty or has unknown fields", () => {
    for (const change of [{}, { secret: "whsec_x" }, { paused: true, status: "active" }]) {
      expect(endpointChange.safeParse(change).success).toBe(false);
    }
  });
});

describe("the overlap of two secrets", () => {
  const overlapOf = (overlapSeconds: unknown) =>
    secretRotation.safeParse({ overlapSeconds }).data?.overlapSeconds;

  it("is a day by default, and may be 0 seconds to 7 days", () => {
    expect(secretRotation.parse(undefined)).toEqual({ overlapSeconds: 86_400, force: false });
    expect([0, 604_800].map(overlapOf)).toEqual([0, 604_800]);
    for (const none of [-1, 604_801, 0.5, null, "60"]) expect(overlapOf(none)).toBeUndefined();
  });
});

describe("the filter of an endpoint", () => {
  it("applies to flagged messages alone: all other subscribed events are sent", () => {
    type Endpoint = Parameters<typeof wants>[0];
    const events = ["inspection.flagged", "action.approved"];
    const endpoint = {
      id: "wh_1",
      events,
      filter: { verdicts: ["spam"], minScore: 60 },
    } as Endpoint;
    const sent = (type: string, data: Record<string, unknown>) =>
      wants(endpoint, { id: "evt_1", tenantId: "t", type, data, createdAt: 0 });
    expect(sent("inspection.flagged", { verdict: "phishing", score: 90 })).toBe(false);
    expect(sent("inspection.flagged", { verdict: "spam", score: 60 })).toBe(true);
    expect(sent("action.approved", {})).toBe(true);
    expect(sent("quota.threshold", {})).toBe(false);
  });

  it.each(["endpoint.failing", "endpoint.disabled"])(
    "lets an event %s through about another endpoint, and none about its own",
    (type) => {
      const endpoint = { id: "wh_1", events: [type], filter: {} } as unknown as Parameters<
        typeof wants
      >[0];
      const sent = (endpointId: string) =>
        wants(endpoint, { id: "e", tenantId: "t", type, data: { endpointId }, createdAt: 0 });
      expect([sent("wh_2"), sent("wh_1")]).toEqual([true, false]);
    },
  );
});
