import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { UPLOADS } from "../../src/ai/documents/drop-file.ts";
import { giveUpLost } from "../../src/ai/jobs.ts";
import { knowledgeOf } from "../../src/ai/knowledge/knowledge-of.ts";
import { DAY_MS, livePlatform, MINUTE_MS, type LogLine } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

const BROKEN = `${UPLOADS}/broken/0`;

/** The bucket, which does not delete this one file. */
const OBJECTS = {
  list: async (options: R2ListOptions) => env.OBJECTS.list(options),
  delete: async (key: string) => {
    if (key === BROKEN) throw new Error("it is down");
    await env.OBJECTS.delete(key);
  },
} as unknown as R2Bucket;

it("a long document whose job is lost fails after nine days, and can then be sent again", async () => {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const DOCUMENTS = { send: async () => undefined } as unknown as Queue<never>;
  const { request } = anApp({}, { DOCUMENTS });
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  const body = JSON.stringify({
    tenantId,
    title: "m",
    source: "s",
    text: "A word. ".repeat(MAX_TEXT),
  });
  const put = async () => request("/ai/documents/manual", { method: "PUT", headers, body });
  const status = async () => {
    const answer = await request(`/ai/documents/manual?tenantId=${tenantId}`, { headers });
    return (await answer.json<{ status: string }>()).status;
  };
  const files = async () => (await env.OBJECTS.list({ prefix: UPLOADS })).objects.length;
  const lines: LogLine[] = [];
  const after = (days: number) =>
    giveUpLost(
      { ...env, OBJECTS, DOCUMENTS },
      {
        ...livePlatform,
        now: () => Date.now() + days * DAY_MS,
        log: (line) => void lines.push(line),
      },
    );
  await put();
  await after(8.9);
  expect([await status(), await files()]).toEqual(["queued", 1]);
  expect(lines.splice(0)).toEqual([
    expect.objectContaining({ event: "document_job_sent_again", tenantId }),
  ]);
  // One that fails does not hold up the others.
  await env.OBJECTS.put(BROKEN, "");
  await expect(after(9.1)).rejects.toThrow("it is down");
  await env.OBJECTS.delete(BROKEN);
  await after(9.2);
  expect([await status(), await files()]).toEqual(["failed", 0]);
  expect(lines).toEqual([
    expect.objectContaining({ event: "document_job_lost", tenantId, level: "error" }),
  ]);
  expect([(await put()).status, await status()]).toEqual([202, "queued"]);
});

it("a long document whose job was lost, even half way, is taken up by a later sweep, once", async () => {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  const lost = anApp({}, { DOCUMENTS: { send: async () => undefined } as unknown as Queue<never> });
  const text = "A word. ".repeat(MAX_TEXT / 8 + 1);
  const body = JSON.stringify({ tenantId, title: "m", source: "s", text });
  await lost.request("/ai/documents/half-way", { method: "PUT", headers, body });
  const { objects } = await env.OBJECTS.list({ prefix: `${UPLOADS}/${tenantId}/` });
  const uploadId = objects[0]?.key.split("/").at(-1) ?? "";
  // As if the runtime had been killed with the job in hand.
  await knowledgeOf(env, claimedBySystem(tenantId)).beginUpload(uploadId);
  const shown = async () => {
    const answer = await call("GET", `/ai/documents/half-way?tenantId=${tenantId}`, { as });
    const { status, version } = await answer.json<{ status: string; version: number }>();
    return `${status} ${version}`;
  };
  const lines: LogLine[] = [];
  const sweep = async (minutes: number) => {
    const now = () => Date.now() + minutes * MINUTE_MS;
    await giveUpLost(env, { ...livePlatform, now, log: (line) => void lines.push(line) });
  };
  await sweep(14);
  expect([await shown(), lines]).toEqual(["processing 0", []]);
  await sweep(16);
  const told = { event: "document_job_sent_again", level: "warn", tenantId, uploadId };
  expect(lines).toContainEqual(expect.objectContaining(told));
  await sweep(17);
  await expect.poll(shown, { timeout: 20_000 }).toBe("indexed 1");
  const left = async () => (await env.OBJECTS.list({ prefix: `${UPLOADS}/${tenantId}/` })).objects;
  await expect.poll(left).toEqual([]);
  expect(await shown()).toBe("indexed 1");
});

it("a long document that was sent again meanwhile is not lost: its second job is still on its way", async () => {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const send = async () => undefined;
  const { request } = anApp({}, { DOCUMENTS: { send } as unknown as Queue<never> });
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  const text = "A word. ".repeat(MAX_TEXT);
  const body = JSON.stringify({ tenantId, title: "m", source: "s", text });
  const put = async () => request("/ai/documents/twice", { method: "PUT", headers, body });
  const uploaded = async () => {
    const { objects } = await env.OBJECTS.list({ prefix: `${UPLOADS}/${tenantId}/` });
    return objects.map(({ uploaded: at, size }) => ({ at: at.getTime(), size }));
  };
  await put();
  const [first] = await uploaded();
  await new Promise((done) => setTimeout(done, 50));
  expect((await put()).status).toBe(202);
  const [second, ...others] = await uploaded();
  expect(others).toEqual([]);
  expect(second?.size).toBe(first?.size);
  const later = (first?.at ?? 0) + 9 * DAY_MS + 1;
  await giveUpLost(env, { ...livePlatform, now: () => later, log: () => undefined });
  const answer = await request(`/ai/documents/twice?tenantId=${tenantId}`, { headers });
  expect((await answer.json<{ status: string }>()).status).toBe("queued");
});

it("lost documents that cannot be given up do not keep the others waiting, however many they are", async () => {
  const before = await env.OBJECTS.list({ prefix: `${UPLOADS}/` });
  for (const { key } of before.objects) await env.OBJECTS.delete(key);
  const stuck = Array.from({ length: 200 }, (_, at) => `${UPLOADS}/a-stuck/${at}`);
  const others = [1, 2, 3].map((at) => `${UPLOADS}/b-other/${at}`);
  const uploaded = new Date();
  const files = new Set([...stuck, ...others]);
  const bucket = {
    list: async () => ({
      objects: [...files].map((key) => ({ key, uploaded })),
      truncated: false,
      delimitedPrefixes: [],
    }),
    delete: async (key: string) => {
      if (stuck.includes(key)) throw new Error("it is down");
      files.delete(key);
    },
  } as unknown as R2Bucket;
  const platform = { ...livePlatform, now: () => Date.now() + 10 * DAY_MS, log: () => undefined };
  // Each run leaves one of the others out in about one of seventy.
  for (let hour = 0; hour < 8; hour += 1) {
    await expect(giveUpLost({ ...env, OBJECTS: bucket }, platform)).rejects.toThrow("it is down");
  }
  expect([...files]).toEqual(stuck);
});
