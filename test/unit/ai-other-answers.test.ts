import * as z from "zod";
import { describe, expect, it } from "vitest";
import type { Outside } from "../../src/ai/providers/call-provider.ts";
import { GraphClient } from "../../src/ai/tools/graph-client.ts";
import { azureSpeech } from "../../src/ai/voice/azure-speech.ts";
import { deepgram } from "../../src/ai/voice/deepgram.ts";
import { workersSpeech } from "../../src/ai/voice/workers-speech.ts";

const AUDIO = new Uint8Array([1]);
const MIB = 1024 * 1024;
/** Far more than any of these providers may answer. */
const ENDLESS_MIB = 256;

type Ask = (outside: Outside, name: string) => Promise<unknown>;

const directory = (outside: Outside, name: string) =>
  new GraphClient({ directory: name, clientId: "c", clientSecret: "s" }, outside);
const workersAi = (outside: Outside, name: string) =>
  workersSpeech({ name } as never, { run: async () => outside.fetch("") }, outside);
const at = (name: string) => ({ key: "k", breaker: name });

const READERS: Record<string, Ask> = {
  "the sign-in of a Microsoft directory": async (outside, name) =>
    directory(outside, name).all("x", z.object({})),
  "Azure's transcription": async (outside, name) =>
    azureSpeech("w", at(name), outside).transcribe(AUDIO, "audio/wav", "en-US"),
  "Deepgram's transcription": async (outside, name) =>
    deepgram(at(name), outside).transcribe(AUDIO, "audio/wav", "en"),
  "Deepgram's tokens": async (outside, name) => deepgram(at(name), outside).token?.(),
  "the AI binding's transcription": async (outside, name) =>
    workersAi(outside, name).transcribe(AUDIO, "audio/wav", "en"),
};
const LISTENERS: Record<string, Ask> = {
  ...READERS,
  "Azure's synthesis": async (outside, name) =>
    azureSpeech("w", at(name), outside).synthesize("a", { name: "v", language: "en" }),
  "Azure's tokens": async (outside, name) => azureSpeech("w", at(name), outside).token?.(),
  "Deepgram's synthesis": async (outside, name) =>
    deepgram(at(name), outside).synthesize("a", { name: "v", language: "en" }),
};

/** How many of seven calls, made in this way, reach the provider. */
async function countAsked(ask: Ask, answer: () => Response): Promise<number> {
  const name = crypto.randomUUID();
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    return answer();
  };
  for (let turn = 0; turn < 7; turn += 1) {
    expect(await ask({ fetch, now: () => 0 }, name)).toBeUndefined();
  }
  return asked;
}

describe.each(Object.entries(READERS))("%s", (_name, ask) => {
  it.each(["<html>", "{}"])("is not called after five answers of %s", async (text) => {
    expect(await countAsked(ask, () => new Response(text))).toBe(5);
  });
});

describe.each(Object.entries(LISTENERS))("%s", (_name, ask) => {
  it("is not called after five answers that break off", async () => {
    const broken = () => new ReadableStream({ start: (body) => body.error(new Error("lost")) });
    expect(await countAsked(ask, () => new Response(broken()))).toBe(5);
  });

  it("is not read to the end if the answer does not end", async () => {
    let sent = 0;
    const chunk = new Uint8Array(MIB).fill(32);
    const pull = (body: ReadableStreamDefaultController) => {
      sent += 1;
      if (sent > ENDLESS_MIB) body.close();
      else body.enqueue(chunk);
    };
    const fetch = async () => new Response(new ReadableStream({ pull }));
    expect(await ask({ fetch, now: () => 0 }, crypto.randomUUID())).toBeUndefined();
    expect(sent).toBeLessThan(ENDLESS_MIB / 4);
  });
});

describe("a Microsoft directory that grants tokens", () => {
  const answers = (page: () => Response) => async (url: RequestInfo | URL) =>
    new Request(url).url.startsWith("https://login")
      ? Response.json({ access_token: "jwt", expires_in: 3_600 })
      : page();

  it.each([
    ["no list", { value: 1 }],
    ["other fields than were asked for", { value: [{ id: 1 }] }],
  ])("is not called after five answers that hold %s", async (_case, said) => {
    let asked = 0;
    const fetch = answers(() => {
      asked += 1;
      return Response.json(said);
    });
    const name = crypto.randomUUID();
    for (let turn = 0; turn < 7; turn += 1) {
      const graph = directory({ fetch, now: () => 0 }, name);
      expect(await graph.all("x", z.object({ id: z.string() }))).toBeUndefined();
    }
    expect(asked).toBe(5);
  });
});
