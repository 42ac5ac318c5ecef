import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

const HEAR = "/ai/voice/transcribe";
const DOCUMENTS = "/ai/documents";

async function aUser() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  return async (path: string, order: object) => {
    const answer = await call("POST", path, { as, body: { tenantId, ...order } });
    const { error, details } = await answer.json<Record<string, unknown>>();
    return { status: answer.status, error, details };
  };
}

describe("Base64 whose last letter has bits set beyond the last byte", () => {
  it.each([
    ["one byte", "UklGRiQAAABXQVZFZm10IB=="],
    ["two bytes", "UklGRiQAAABXQVZFZm10IAB="],
    ["only padding", "UklGRiQAAABXQVZFZm10===="],
  ])("400 for a recording with %s in its last group", async (_case, audioBase64) => {
    const details = [{ path: "audioBase64", message: "must be Base64 with its padding" }];
    const refused = { status: 400, error: "invalid_audio", details };
    expect(await (await aUser())(HEAR, { audioBase64 })).toEqual(refused);
  });

  it("400 for a document; 202 once its last letter is right", async () => {
    const post = await aUser();
    const about = { title: "A note", source: "wiki" };
    const details = [{ path: "contentBase64", message: "must be Base64 with its padding" }];
    for (const contentBase64 of ["SGVsbG8gd29ybR==", "SGVsbG8gd29ybGR="]) {
      const refused = { status: 400, error: "invalid_request", details };
      expect(await post(DOCUMENTS, { ...about, contentBase64 })).toEqual(refused);
    }
    const fits = await post(DOCUMENTS, { ...about, contentBase64: btoa("Hello world.") });
    expect(fits.status).toBe(202);
  });
});
