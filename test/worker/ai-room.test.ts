import { describe, expect, it } from "vitest";
import { holdRoom } from "../../src/platform/hold-room.ts";
import { MAX_BODY_BYTES } from "../../src/ai/voice/schemas.ts";
import { anApp } from "../support/app.ts";
import { aMember, aTenant } from "../support/people.ts";

const MIB = 1024 * 1024;
const blanks = (bytes: number) => new Uint8Array(bytes).fill(0x20);

let now = Date.now();

/** A person of a tenant of their own who uploads documents piece by piece. */
async function anUploader(app = anApp({ now: () => now })) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const begin = (announced: number | undefined, path = "/ai/documents", own?: ReadableStream) => {
    const { readable, writable } = new IdentityTransformStream();
    const writer = writable.getWriter();
    const headers = {
      authorization: `Bearer ${as}`,
      "content-type": "application/json",
      ...(announced !== undefined && { "content-length": String(announced) }),
    };
    const answer = Promise.resolve(
      app.request(path, { method: "POST", headers, body: own ?? readable }),
    );
    // Who is refused reads no further, so what is sent meets nobody.
    const send = (bytes: Uint8Array) => writer.write(bytes).catch(() => {});
    return { answer, send, end: () => writer.close().catch(() => {}) };
  };
  const order = { tenantId, title: "Note", source: "wiki", text: "The heron nests." };
  const start = new TextEncoder().encode(JSON.stringify(order));
  return { begin, start };
}

function isFree(): boolean {
  const letGo = holdRoom(MAX_BODY_BYTES, now, "all");
  letGo?.();
  return letGo !== undefined;
}

type Upload = ReturnType<Awaited<ReturnType<typeof anUploader>>["begin"]>;

async function refusedNow({ answer }: Upload) {
  const { status, headers } = await answer;
  expect([status, headers.has("retry-after")]).toEqual([503, true]);
}

describe("a body that is announced and does not come", () => {
  it("keeps nobody out, and takes what it brings later", async () => {
    const { begin, start } = await anUploader();
    const slow = begin(16 * MIB);
    await slow.send(start);
    expect(isFree()).toBe(true);
    const { begin: other, start: whole } = await anUploader();
    const large = other(12 * MIB);
    await large.send(whole);
    await large.send(blanks(12 * MIB - whole.length));
    await large.end();
    expect((await large.answer).status).toBe(202);
    await slow.send(blanks(2 * MIB));
    expect(isFree()).toBe(false);
    await slow.end();
    expect((await slow.answer).status).toBe(202);
    expect(isFree()).toBe(true);
  });
});

describe("bodies that fill an isolate's room while they arrive", () => {
  it("503 for the one of a tenant that holds most when another tenant needs room", async () => {
    const path = "/ai/voice/transcribe";
    const most = await anUploader();
    const large = most.begin(MAX_BODY_BYTES, path);
    await large.send(blanks(36 * MIB));
    const { begin, start } = await anUploader();
    const small = begin(3 * MIB);
    await small.send(start);
    await small.send(blanks(3 * MIB - start.length));
    await small.end();
    expect((await small.answer).status).toBe(202);
    await refusedNow(large);
    expect(isFree()).toBe(true);
  });

  it("503 for the one that finds no more room, where its tenant would hold most", async () => {
    const path = "/ai/voice/transcribe";
    const { begin } = await anUploader();
    const first = begin(MAX_BODY_BYTES, path);
    const second = begin(undefined, path);
    await first.send(blanks(30 * MIB));
    await second.send(blanks(9 * MIB));
    await refusedNow(second);
    expect(isFree()).toBe(false);
    await first.end();
    expect((await first.answer).status).toBe(400);
    expect(isFree()).toBe(true);
  });

  it("503 for one that brought nothing for 30 s, when room is needed; one at 100 KB/s stays", async () => {
    const path = "/ai/voice/transcribe";
    const { begin } = await anUploader();
    const silent = begin(MAX_BODY_BYTES, path);
    const steady = begin(3 * MIB);
    // As much as leaves room for 29 s of the other one, and for the next read of each.
    await silent.send(blanks(34.6 * MIB));
    for (let second = 0; second < 29; second += 1) {
      await steady.send(blanks(100_000));
      now += 1_000;
    }
    expect(isFree()).toBe(false);
    now += 1_000;
    await steady.send(blanks(100_000));
    await refusedNow(silent);
    await steady.end();
    expect((await steady.answer).status).toBe(400);
    expect(isFree()).toBe(true);
  });
});

describe("a body that is refused", () => {
  it.each([
    ["without a text", JSON.stringify({ tenantId: "demo" })],
    ["no JSON", "{"],
  ])("400 and its room is free: %s", async (_why, text) => {
    const { begin } = await anUploader();
    const upload = begin(undefined);
    await upload.send(new TextEncoder().encode(text));
    await upload.send(blanks(2 * MIB));
    expect(isFree()).toBe(false);
    await upload.end();
    expect((await upload.answer).status).toBe(400);
    expect(isFree()).toBe(true);
  });

  it("gives its room back if it breaks off", async () => {
    const { begin } = await anUploader();
    const taken: boolean[] = [];
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        taken.push(!isFree());
        if (taken.at(-1) === true) controller.error(new Error("cut off"));
        else controller.enqueue(blanks(64 * 1024));
      },
    });
    expect((await begin(undefined, "/ai/documents", body).answer).status).toBe(500);
    expect(taken).toHaveLength(16 + 1);
    expect(isFree()).toBe(true);
  });

  it("413 for one that is announced as too large; it stays unread for whoever drains it", async () => {
    const { begin } = await anUploader();
    const body = new ReadableStream({ type: "bytes" });
    expect((await begin(17 * MIB, "/ai/documents", body).answer).status).toBe(413);
    expect(body.locked).toBe(false);
  });

  it("413 for one that is too large by itself, and its room is free", async () => {
    const { begin } = await anUploader();
    const upload = begin(undefined, "/ai/voice/transcribe");
    await upload.send(blanks(MAX_BODY_BYTES + MIB));
    expect((await upload.answer).status).toBe(413);
    expect(isFree()).toBe(true);
  });
});

describe("what is held elsewhere", () => {
  it("503 for a body of unknown length; one of up to 1 MiB is taken", async () => {
    const letGo = holdRoom(MAX_BODY_BYTES, now, "else");
    const { begin, start } = await anUploader();
    const long = begin(undefined);
    const short = begin(undefined);
    await long.send(blanks(1.1 * MIB));
    await refusedNow(long);
    await short.send(start);
    await short.end();
    expect((await short.answer).status).toBe(202);
    letGo?.();
  });

  it("is counted for two minutes if its request never ended", () => {
    holdRoom(30 * MIB, now, "gone");
    now += 119_999;
    expect(isFree()).toBe(false);
    now += 1;
    expect(isFree()).toBe(true);
  });
});
