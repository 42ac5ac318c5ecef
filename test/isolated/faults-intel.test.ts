import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aNew, byMember, byOperator, made, ofMade } from "../support/faults/requests.ts";
import type { Ready } from "../support/faults/send.ts";
import { sweep, type Prepare } from "../support/faults/sweep.ts";
import { sweepFiles } from "../support/faults/what-stands.ts";
import { anInspector, FAKE, inspectAs } from "../support/inspection.ts";
import { aSegment } from "../support/intel-segment.ts";
import { aMember, anOperator } from "../support/people.ts";

const SOURCES = "/admin/intel/sources";
const ENTRIES = (tenantId: string) => `/admin/tenants/${tenantId}/intel/entries`;
const anEntry = () => ({ action: "deny", value: `${aNew()}.test` });

const aSource = () => ({
  id: `source-${aNew()}`,
  title: "A test",
  kind: "mixed",
  format: "domain-list",
  category: "phishing",
  reliability: 0.9,
});

/** What is shown of a source; it is deleted afterwards, since every isolate would load its index. */
function around(id: string, as: string): Pick<Ready, "look" | "clean" | "tidy"> {
  return {
    clean: sweepFiles,
    look: async () => {
      const { items } = await made<{ items: Record<string, unknown>[] }>("GET", SOURCES, as);
      const found = items.find((one) => one["id"] === id);
      return found && [found["rows"], found["status"], found["reliability"], found["lastError"]];
    },
    // With the files of its editions, so that the next request's files alone are counted.
    tidy: async () => {
      await call("DELETE", `${SOURCES}/${id}`, { as });
      await sweepFiles();
    },
  };
}

async function ofSource(method: string, more: string, body?: unknown, feed?: string) {
  const as = await anOperator();
  const source = aSource();
  const path = `${SOURCES}/${source.id}`;
  await made("POST", SOURCES, as, source);
  if (feed !== undefined) await call("PUT", `${path}/feed`, { as, body: feed });
  return { method, path: `${path}${more}`, as, body, ...around(source.id, as) };
}

const ROWS: Record<string, Prepare> = {
  "POST .../intel/entries": () => byMember("POST", ENTRIES, anEntry),
  "POST .../intel/entries/batch": () =>
    byMember(
      "POST",
      (tenantId) => `${ENTRIES(tenantId)}/batch`,
      () => ({
        mode: "replace",
        label: aNew(),
        action: "deny",
        entries: [anEntry(), anEntry()],
      }),
    ),
  "DELETE .../intel/entries/{id}": () => ofMade("DELETE", ENTRIES, anEntry),
  "POST /admin/intel/sources": async () => {
    const source = aSource();
    const ready = await byOperator("POST", SOURCES, source);
    return { ...ready, ...around(source.id, ready.as ?? "") };
  },
  "PATCH /admin/intel/sources/{id}": () => ofSource("PATCH", "", { reliability: 0.5 }, "a.test\n"),
  "DELETE /admin/intel/sources/{id}": () => ofSource("DELETE", "", undefined, "a.test\n"),
  "PUT /admin/intel/sources/{id}/feed": () =>
    ofSource("PUT", "/feed", "a.test\nb.test\n", "a.test\nc.test\n"),
  "POST /admin/intel/sources/{id}/editions/{version}/restore": async () => {
    const ready = await ofSource("POST", "/editions", undefined, "a.test\nb.test\n");
    const feed = ready.path.replace("/editions", "/feed");
    const body = "a.test\nb.test\nc.test\n";
    expect((await call("PUT", feed, { as: ready.as, body })).status).toBe(200);
    const { items } = await made<{ items: { version: number }[] }>("GET", ready.path, ready.as);
    return { ...ready, path: `${ready.path}/${items[1]?.version}/restore` };
  },
  "PUT /admin/intel/sources/{id}/segment": async () => {
    const ready = await ofSource("PUT", "/segment");
    const id = ready.path.split("/")[4] ?? "";
    const { bytes } = aSegment(id, ["a.test"]);
    const headers = { "content-length": String(bytes.length) };
    return { ...ready, body: bytes, headers };
  },
  "POST /api/v1/antispam with an Idempotency-Key": async () => {
    const { headers } = await anInspector();
    const more = { ...headers, "idempotency-key": aNew() };
    // A request that has died holds its key for a minute.
    return {
      method: "POST",
      path: "/api/v1/antispam",
      headers: more,
      body: FAKE,
      laterMs: 61_000,
    };
  },
  "POST .../inspections/{id}/feedback": async () => {
    const caller = await anInspector();
    const { inspectionId } = await inspectAs(caller, FAKE);
    const path = `/admin/tenants/${caller.tenantId}/inspections/${inspectionId}/feedback`;
    const as = await aMember(caller.tenantId);
    return { method: "POST", path, as, body: { kind: "false_positive" } };
  },
};

/** The first manifest, since a deletion before it writes one and later ones only change it. */
beforeAll(async () => {
  const { path, as, tidy } = await ofSource("PUT", "/feed", undefined, "a.test\n");
  expect((await call("PUT", path, { as: as ?? "", body: "a.test\n" })).status).toBe(200);
  await tidy?.();
});

describe("a change during which one store call fails can be sent again and ends as if none had", () => {
  it.each(Object.entries(ROWS))("%s", async (_route, prepare) => {
    expect(await sweep(prepare)).toEqual([]);
  });
});
