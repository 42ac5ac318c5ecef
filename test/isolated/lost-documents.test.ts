import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { UPLOADS } from "../../src/ai/documents/drop-file.ts";
import { giveUpLost } from "../../src/ai/jobs.ts";
import { DAY_MS, livePlatform, type LogLine } from "../../src/platform/index.ts";
import { anApp } from "../support/app.ts";
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
  const send = async () => undefined;
  const { request } = anApp({}, { DOCUMENTS: { send } as unknown as Queue<never> });
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
      { ...env, OBJECTS },
      {
        ...livePlatform,
        now: () => Date.now() + days * DAY_MS,
        log: (line) => void lines.push(line),
      },
    );
  await put();
  await after(8.9);
  expect([await status(), await files(), lines.length]).toEqual(["queued", 1, 0]);
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
