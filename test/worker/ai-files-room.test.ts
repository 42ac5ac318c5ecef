import { describe, expect, it } from "vitest";
import * as schemas from "../../src/ai/documents/schemas.ts";
import { holdRoom } from "../../src/platform/hold-room.ts";
import { MAX_BODY_BYTES } from "../../src/ai/voice/schemas.ts";
import { aConversion, anAppWithConversion, PDF } from "../support/markdown-conversion.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aWorkersAi } from "../support/workers-ai.ts";

const KIB = 1_024;

/** A file of that many KiB that holds only this letter, as Base64. */
const aFileOf = (letter: string, kib: number) =>
  Buffer.from(`%PDF-${letter.repeat(kib * KIB)}`).toString("base64");

function fits(bytes: number): boolean {
  const letGo = holdRoom(bytes, Date.now(), "else");
  letGo?.();
  return letGo !== undefined;
}

describe("a large file in a batch", () => {
  it("holds the room of itself alone while it is converted, not that of the files after it", async () => {
    const files = [aFileOf("a", 450), aFileOf("b", 450)];
    const about = { title: "Birds", source: "wiki", mimeType: PDF };
    const tenantId = await aTenant();
    const order = { tenantId, documents: files.map((one) => ({ ...about, contentBase64: one })) };
    const converted = 3 * Buffer.byteLength(files[0] ?? "", "base64");
    let left = MAX_BODY_BYTES - JSON.stringify(order).length - converted;
    const seen: boolean[][] = [];
    const { toMarkdown: convert } = aConversion("The heron nests.", "The stork nests.");
    const toMarkdown: typeof convert = async (file, options) => {
      left += files[0]?.length ?? 0;
      seen.push([fits(left), fits(left + 1)]);
      return convert(file, options);
    };
    const { ask } = anAppWithConversion([], { AI: { ...aWorkersAi().binding, toMarkdown } });
    const answer = await ask("POST", "/ai/documents:batch", await aMember(tenantId), order);
    const { items } = schemas.batchReceipt.parse(await answer.json());
    expect(items.map((item) => "status" in item && item.status)).toEqual(["indexed", "indexed"]);
    const exactly = [true, false];
    expect(seen).toEqual([exactly, exactly]);
    expect(fits(MAX_BODY_BYTES)).toBe(true);
  });
});
