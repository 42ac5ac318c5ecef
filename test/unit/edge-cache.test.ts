import { afterEach, describe, expect, it, vi } from "vitest";
import type { TenantId } from "../../src/access/claim-tenant.ts";
import { keepAudio, recallAudio } from "../../src/ai/voice/keep-audio.ts";
import { RangeReader } from "../../src/intel/live/read-range.ts";
import type { Bucket } from "../../src/intel/segments/manifest.ts";
import { crc32, edgeCacheOf } from "../../src/platform/index.ts";

const AGENT_BASE_URL = "https://agents.example.com";
const whose = { env: { AGENT_BASE_URL }, tenantId: "tenant" as TenantId };
const spoken = { provider: "azure", voice: "v", language: "es", text: "Hola." };
const lost = () => Promise.reject(new Error("Network connection lost."));
const broken = () => new ReadableStream({ start: (body) => body.error(new Error("it broke off")) });
const FAILING = [
  ["does not answer", { match: lost, put: lost }],
  ["breaks off", { match: async () => new Response(broken()), put: async () => {} }],
] as const;

describe.each(FAILING)("where the cache of the edge %s", (_, cache) => {
  afterEach(() => vi.unstubAllGlobals());

  it("a block of the index comes from the store", async () => {
    const block = new Uint8Array([1, 2, 3, 4]);
    const get = async () => ({ body: true, arrayBuffer: async () => block.buffer });
    const { read } = new RangeReader({ get } as unknown as Bucket, cache);
    const range = { file: "intel/segments/x/1", at: 0, bytes: 4, crc: crc32(block) };
    expect(new Uint8Array(await read(range))).toEqual(block);
  });

  it("speech is as if it had never been spoken", async () => {
    vi.stubGlobal("caches", { default: cache });
    expect(await recallAudio(whose, spoken)).toBeUndefined();
    await keepAudio(whose, spoken, new Uint8Array([1]));
  });
});

it("what the edge keeps is under a host of the Worker's own, which nobody has to ask DNS for", async () => {
  const asked: string[] = [];
  const note = async (url: string) => void asked.push(url);
  vi.stubGlobal("caches", { default: { match: note, put: note } });
  await recallAudio(whose, spoken);
  await keepAudio(whose, spoken, new Uint8Array([1]));
  await edgeCacheOf(whose.env).match("blocks/x?at=0");
  vi.unstubAllGlobals();
  expect(new Set(asked).size).toBe(2);
  for (const url of asked) expect(new URL(url).origin).toBe(AGENT_BASE_URL);
});
