import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/index.ts";
import { ingest, type Ingesting } from "../../src/ai/documents/ingest.ts";
import { removeDocument } from "../../src/ai/documents/keep-documents.ts";
import { sendLong } from "../../src/ai/documents/send-long.ts";
import { knowledgeOf } from "../../src/ai/knowledge/knowledge-of.ts";
import { isRefusal, settle } from "../../src/http/index.ts";
import { sha256 } from "../../src/platform/index.ts";
import { FAULTS, faultyUploads, type Fault } from "../support/faulty-uploads.ts";
import { documentsOf, type Known } from "../support/known-documents.ts";
import { aTenant } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";

const HOUR = 3_600_000;
const NAMES = ["note-a", "note-b"];
const WORDS = ["zebrano", "quokkita", "wombatel", "lynxara"];
const BROKEN = "application/json";

const fault = fc.constantFrom(...FAULTS);
const change = fc.record({
  does: fc.constantFrom("short", "long", "long", "broken", "remove"),
  name: fc.constantFrom(...NAMES),
  word: fc.constantFrom(...WORDS),
  ends: fc.boolean(),
});
const job = fc.nat(20);
const during = fc.option(fc.record({ change, job: fc.option(job) }));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ change, fault }) },
  { weight: 3, arbitrary: fc.record({ queue: fc.constant("documents"), job, fault, during }) },
  fc.record({ queue: fc.constant("documents-dead"), job, fault, during }),
  fc.record({ other: fc.constantFrom("reindex", "evict", "hour") }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function aWorld() {
  const tenantId = claimedBySystem(await aTenant());
  const by = { tenantId, actor: "test", requestId: "r" };
  const knowledge = knowledgeOf(env, tenantId);
  const { jobs, bindings, deliver } = faultyUploads();
  const known = new Map<string, Known>();
  const documents = documentsOf(tenantId, known);
  let now = Date.now();
  const nobody = () => Promise.reject(new Error("no provider is asked"));
  const around = (env: Cloudflare.Env): Ingesting => {
    return { env, tenantId, by, now, caller: nobody, conversions: 0 };
  };
  /** The number of changes that the audit log has to hold. */
  let told = 0;

  const remove = async (name: string) => {
    const gone = await removeDocument(env, tenantId, name, by);
    expect(isRefusal(gone)).toBe(!known.delete(name));
    if (!isRefusal(gone)) told += 1;
  };
  const put = async ({ does, name, word, ends }: Change, failing: Fault) => {
    const text = `The ${word} sleeps beside the mill.`;
    const [mimeType, title] = does === "broken" ? [BROKEN, "Broken"] : ["text/plain", "Note"];
    const content = { text, title, endsAt: ends ? now + HOUR : null };
    const before = known.get(name);
    const isSame =
      before !== undefined &&
      before.version > 0 &&
      [before.text, before.title, before.endsAt].join() === Object.values(content).join(",");
    const about = { externalId: name, title, source: "wiki", mimeType, tags: [] };
    const version = (before?.version ?? 0) + (isSame ? 0 : 1);
    if (does === "short") {
      const expiresAt = ends ? { expiresAt: new Date(now + HOUR).toISOString() } : {};
      const order = { ...about, ...expiresAt, text };
      const receipt = settle(await ingest(around(bindings(failing)), order));
      expect([receipt.version, receipt.changed]).toEqual([version, !isSame]);
      expect(receipt.id).toBe(before?.id ?? receipt.id);
      known.set(name, { id: receipt.id, version, ...content });
      told += isSame ? 0 : 1;
      return;
    }
    const { endsAt: expiresAt } = content;
    const hash = sha256(JSON.stringify([title, "wiki", null, mimeType, null, [], expiresAt, text]));
    const rest = { id: crypto.randomUUID(), url: null, language: "en" as const, hash, expiresAt };
    const order = { ...about, ...rest, by, now };
    const receipt = await sendLong(bindings(failing), tenantId, order, text).catch(() => undefined);
    expect(receipt === undefined).toBe(!isSame && ["put", "send", "sent"].includes(failing));
    const { id = "" } = (await knowledge.find(name)) ?? {};
    if (receipt !== undefined) {
      expect(receipt).toMatchObject({ id, version, changed: !isSame });
      if (!isSame) expect(receipt).toMatchObject({ status: "queued" });
    }
    const pending = isSame ? undefined : { ...content, failed: false };
    known.set(name, { ...(before ?? { id, version: 0, ...content, text: "" }), pending });
  };
  const make = (one: Change, failing: Fault) =>
    one.does === "remove" ? remove(one.name) : put(one, failing);
  const look = async () => {
    told += await documents.follow();
    await documents.list();
    for (const word of WORDS) await documents.search(word, now);
    await documents.lookInside();
  };
  const meanwhile = (one: typeof during extends fc.Arbitrary<infer T> ? T : never) => async () => {
    const second = one?.job == null ? undefined : jobs[one.job % jobs.length];
    if (second !== undefined) await deliver("documents", second, "none");
    await look();
    if (one !== null) await make(one.change, "none");
  };
  const act = async (one: Step) => {
    if ("change" in one) await make(one.change, one.fault);
    else if ("queue" in one) {
      const sent = jobs[one.job % Math.max(1, jobs.length)];
      if (sent !== undefined) await deliver(one.queue, sent, one.fault, meanwhile(one.during));
    } else if (one.other === "hour") now += HOUR;
    else if (one.other === "reindex") {
      await knowledge.forgetAnalysis();
      jobs.push({ tenantId, reindex: true });
    } else await evictDurableObject(knowledge).catch(() => {});
    await look();
  };
  /** Delivers all jobs again, twice; the audit log must still hold each change once. */
  const end = async () => {
    for (const sent of [...jobs, ...jobs]) await deliver("documents", sent, "none");
    await look();
    const lines = env.DB.prepare(
      "SELECT count(*) AS n FROM audit_log WHERE tenant_id = ? AND action LIKE 'ai.document.%'",
    ).bind(tenantId);
    await expect.poll(() => lines.first()).toEqual({ n: told });
  };
  return { act, end };
}

describe("a tenant's documents, in any order of puts, deletes, jobs and faults", () => {
  it("are found in their current version, never when deleted or not wholly indexed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14, size: "max" }),
        async (steps) => {
          const { act, end } = await aWorld();
          for (const one of steps) await act(one);
          await end();
        },
      ),
      { numRuns: rounds(25) },
    );
  });
});
