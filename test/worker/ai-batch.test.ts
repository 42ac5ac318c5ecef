import { describe, expect, it } from "vitest";
import { holdRoom } from "../../src/platform/hold-room.ts";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { batchReceipt } from "../../src/ai/documents/schemas.ts";
import { MAX_BODY_BYTES } from "../../src/ai/voice/schemas.ts";
import { anApp } from "../support/app.ts";
import { aMember, aTenant } from "../support/people.ts";

const note = { title: "Note", source: "wiki", text: "The heron nests." };
const long = { ...note, text: "The heron nests. ".repeat(MAX_TEXT / 16) };

async function aWriter(send: () => Promise<void>) {
  const lines: { event: string; reason?: unknown }[] = [];
  const log = (line: { event: string }) => void lines.push(line);
  const DOCUMENTS = { send } as unknown as Cloudflare.Env["DOCUMENTS"];
  const { request } = anApp({ log }, { DOCUMENTS });
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const post = (path: string, body: object) => {
    const text = JSON.stringify({ tenantId, ...body });
    const headers = {
      authorization: `Bearer ${as}`,
      "content-type": "application/json",
      "content-length": String(text.length),
    };
    return request(path, { method: "POST", headers, body: text });
  };
  return { lines, post };
}

describe("a batch in which one document fails for an unexpected reason", () => {
  it.each([
    ["down", 500, "internal_error"],
    ["Queue send failed: Queue is overloaded", 503, "unavailable"],
  ])(
    "202 with an error for that document, and the other documents are indexed: %s",
    async (reason, statusCode, error) => {
      const { lines, post } = await aWriter(() => Promise.reject(new Error(reason)));
      const answer = await post("/ai/documents:batch", { documents: [note, long, note] });
      expect(answer.status).toBe(202);
      const { items } = batchReceipt.parse(await answer.json());
      expect(items[1]).toMatchObject({ statusCode, error });
      const id = answer.headers.get("x-request-id");
      expect(items[1]).toHaveProperty("requestId", id);
      expect(JSON.stringify(items)).not.toContain(reason);
      for (const at of [0, 2])
        expect(items[at]).toMatchObject({ status: "indexed", changed: true });
      expect(lines).toContainEqual(
        expect.objectContaining({
          event: "document_failed",
          requestId: id,
          reason: `Error: ${reason}`,
        }),
      );
    },
  );
});

describe("a large request body", () => {
  it.each(["/ai/documents", "/ai/documents:batch"])(
    "503 for POST %s while other bodies fill the isolate's room; its own room is freed afterwards",
    async (path) => {
      const { post } = await aWriter(async () => {});
      const { length } = long.text;
      const large = { ...long, text: long.text + " ".repeat(1.2 * 1024 * 1024 - length) };
      const body = path.endsWith("batch") ? { documents: [large] } : large;
      const letGo = holdRoom(MAX_BODY_BYTES, Date.now(), "else");
      const busy = await post(path, body);
      expect([busy.status, busy.headers.get("retry-after") === null]).toEqual([503, false]);
      letGo?.();
      expect((await post(path, body)).status).toBe(202);
      const all = holdRoom(MAX_BODY_BYTES, Date.now(), "else");
      expect(all).toBeDefined();
      all?.();
    },
  );
});
