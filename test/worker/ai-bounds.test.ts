import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";

const ASK = "/ai/ask-rag";
const CHAT = "/ai/chat";
const SEARCH = "/ai/context/search";
const TRY = "/ai/prompts/test";
const SPEAK = "/ai/voice/synthesize";
const HEAR = "/ai/voice/transcribe";

/** The required fields of each request, without tenantId. */
const LEAST: Record<string, object> = {
  [ASK]: { query: "a" },
  [CHAT]: { query: "a" },
  [SEARCH]: { query: "a" },
  [TRY]: { query: "a" },
  [SPEAK]: { text: "a" },
  [HEAR]: { audioBase64: "UklGRiQAAABXQVZFZm10IA==" },
};

const text = (length: number) => "x".repeat(length);

interface Bound {
  field: string;
  paths: string[];
  inside: unknown[];
  outside: unknown[];
}

/** Section 2.9 of the contract; a character beyond the first plane counts once. */
const BOUNDS: Bound[] = [
  {
    field: "query",
    paths: [ASK, CHAT, SEARCH, TRY],
    inside: ["x", text(4_000), "😀".repeat(4_000)],
    outside: ["", text(4_001), "😀".repeat(4_001), null, 5],
  },
  { field: "top", paths: [ASK, SEARCH], inside: [1, 20], outside: [0, 21, 1.5, "5", null] },
  { field: "maxDocuments", paths: [CHAT, TRY], inside: [1, 20], outside: [0, 21, 1.5, "5", null] },
  {
    field: "temperature",
    paths: [ASK, CHAT, TRY],
    inside: [0, 2, 0.5],
    outside: [-0.01, 2.01, "1", null],
  },
  {
    field: "language",
    paths: [ASK, CHAT],
    inside: ["es", text(10)],
    outside: ["e", "😀", text(11), "", null],
  },
  { field: "pageSegment", paths: [CHAT], inside: ["", text(64)], outside: [text(65), null] },
  { field: "selectedEntityId", paths: [CHAT], inside: ["", text(256)], outside: [text(257), null] },
  { field: "mlUseCase", paths: [CHAT], inside: ["", text(64)], outside: [text(65), null] },
  { field: "runModel", paths: [TRY], inside: [true, false], outside: ["true", 1, null] },
  {
    field: "text",
    paths: [SPEAK],
    inside: ["x", text(12_000), "😀".repeat(12_000)],
    outside: ["", text(12_001), null],
  },
  { field: "audioBase64", paths: [HEAR], inside: [], outside: ["", null, 5] },
  {
    field: "promptVersion",
    paths: [ASK, CHAT, TRY],
    inside: ["rag@1"],
    outside: [text(129), null],
  },
  { field: "model", paths: [ASK, CHAT, TRY], inside: ["m", text(128)], outside: [text(129), null] },
  {
    field: "traceId",
    paths: Object.keys(LEAST).filter((path) => path !== HEAR),
    inside: ["x", text(128)],
    outside: ["", text(129), "a b", "é", null],
  },
  { field: "voiceName", paths: [SPEAK], inside: ["", text(120)], outside: [text(121), null] },
  { field: "language", paths: [SPEAK], inside: ["", "e", text(120)], outside: [text(121), null] },
  { field: "language", paths: [HEAR], inside: [], outside: [text(121), null] },
  { field: "mimeType", paths: [HEAR], inside: [], outside: [text(121), null] },
  { field: "tenantId", paths: Object.keys(LEAST), inside: [], outside: ["", null, 5] },
  { field: "more", paths: Object.keys(LEAST), inside: [], outside: [1, null] },
];

const CASES = BOUNDS.flatMap(({ field, paths, ...values }) =>
  paths.map((path) => ({ path, field, ...values })),
);

describe("the bounds of AI requests", () => {
  let tenantId = "";
  let as = "";
  beforeAll(async () => {
    [tenantId, as] = [await aTenant(), await anOperator()];
  });

  it.each(CASES)("are those of the contract for $field of $path", async (each) => {
    const { path, field, inside, outside } = each;
    const send = (value: unknown) =>
      call("POST", path, { as, body: { tenantId, ...LEAST[path], [field]: value } });
    for (const value of inside) {
      // No speech provider is configured here.
      expect((await send(value)).status).toBe(path.startsWith("/ai/voice/") ? 503 : 200);
    }
    for (const value of outside) {
      const answer = await send(value);
      expect(answer.status).toBe(400);
      const { error, details } = await answer.json<{ error: string; details: unknown[] }>();
      expect(error).toBe("invalid_request");
      expect(details).toEqual([
        { path: field === "more" ? "" : field, message: expect.any(String) },
      ]);
    }
  });

  it.each(Object.keys(LEAST))(
    "400 for %s without its required field or without tenantId",
    async (path) => {
      expect((await call("POST", path, { as, body: { tenantId } })).status).toBe(400);
      expect((await call("POST", path, { as, body: LEAST[path] })).status).toBe(400);
    },
  );
});
