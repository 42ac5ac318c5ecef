import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  holdRoom,
  ROOM_BYTES,
  SMALL_BYTES,
  SMALL_ROOM_BYTES,
} from "../../src/platform/hold-room.ts";
import { anApp } from "../support/app.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const KIB = 1024;
const MIB = KIB * KIB;
/** What a body of 100 KiB or a little less that goes on holds: two reads, and the next one's 64 KiB. */
const HELD = (16 + 64 + 64) * KIB;
const blanks = (bytes: number) => new Uint8Array(bytes).fill(0x20);

let now = Date.now();

/** Sends a body piece by piece. */
function begin(
  as: string | undefined,
  announced: number | undefined,
  path = "/ai/context/search",
  more: Record<string, string> = {},
) {
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  const headers = {
    ...(as !== undefined && { authorization: `Bearer ${as}` }),
    "content-type": "application/json",
    ...(announced !== undefined && { "content-length": String(announced) }),
    ...more,
  };
  const request = { method: "POST", headers, body: readable };
  const answer = Promise.resolve(anApp({ now: () => now }).request(path, request));
  // Who is refused reads no further, so what is sent meets nobody.
  const send = (bytes: Uint8Array) => writer.write(bytes).catch(() => {});
  return { answer, send, end: () => writer.close().catch(() => {}), cut: () => writer.abort() };
}

/** How much room there is for small bodies, in whole 32 KiB. */
function roomLeft(): number {
  const taken: ReturnType<typeof holdRoom>[] = [];
  let left = 0;
  for (let step = SMALL_BYTES; step >= 32 * KIB; step /= 2) {
    for (;;) {
      const letGo = holdRoom(step, now, "probe");
      if (letGo === undefined) break;
      taken.push(letGo);
      left += step;
    }
  }
  for (const letGo of taken) letGo?.();
  return left;
}

const roomBeside = (held: number) => SMALL_ROOM_BYTES - Math.ceil(held / (32 * KIB)) * 32 * KIB;

function fill(bytes: number, holder = "else") {
  const taken: ReturnType<typeof holdRoom>[] = [];
  for (let left = bytes; left > 0; left -= SMALL_BYTES) {
    taken.push(holdRoom(Math.min(left, SMALL_BYTES), now, holder));
  }
  expect(taken.every((one) => one !== undefined)).toBe(true);
  return () => taken.forEach((letGo) => letGo?.());
}

type Sent = ReturnType<typeof begin>;

async function refusedNow({ answer }: Sent) {
  const { status, headers } = await answer;
  expect([status, headers.has("retry-after")]).toEqual([503, true]);
}

const aPerson = async () => aMember(await aTenant());

async function isSettled({ answer }: Sent) {
  return Promise.race([answer.then(() => true), scheduler.wait(20).then(() => false)]);
}

beforeEach(() => expect(roomLeft()).toBe(SMALL_ROOM_BYTES));
afterEach(() => {
  vi.useRealTimers();
  expect(roomLeft()).toBe(SMALL_ROOM_BYTES);
});

describe("a body of up to 1 MiB", () => {
  it("takes room as it arrives, and not as it is announced, until it is answered", async () => {
    const slow = begin(await aPerson(), 200 * KIB);
    await slow.send(blanks(10 * KIB));
    expect(roomLeft()).toBe(SMALL_ROOM_BYTES);
    await slow.send(blanks(90 * KIB));
    await scheduler.wait(10);
    expect(roomLeft()).toBe(roomBeside(HELD));
    await slow.send(blanks(100 * KIB));
    await slow.end();
    expect((await slow.answer).status).toBe(400);
  });

  it("is counted without a Content-Length too", async () => {
    const slow = begin(await aPerson(), undefined);
    await slow.send(blanks(96 * KIB));
    await scheduler.wait(10);
    expect(roomLeft()).toBe(roomBeside(HELD));
    await slow.end();
    expect((await slow.answer).status).toBe(400);
  });

  it.each([
    ["a letter of three bytes that two pieces share", "€".repeat(20_000), "", 202],
    ["an end in the middle of a letter", "€".repeat(20_000), "€", 400],
  ])("is read as UTF-8: %s", async (_what, letters, cut, status) => {
    const tenantId = await aTenant();
    const order = JSON.stringify({ tenantId, title: "Note", source: "wiki", text: letters });
    const bytes = new TextEncoder().encode(order + cut);
    const whole = bytes.subarray(0, cut === "" ? bytes.length : -1);
    const sent = begin(await aMember(tenantId), whole.length, "/ai/documents");
    await sent.send(whole);
    await sent.end();
    expect((await sent.answer).status).toBe(status);
  });

  it("503 once small ones fill the room; one of 16 KiB and one of more than 1 MiB are read", async () => {
    const as = await aPerson();
    const letGo = fill(SMALL_ROOM_BYTES);
    const full = begin(as, 100 * KIB);
    await full.send(blanks(100 * KIB));
    await refusedNow(full);
    const short = begin(as, 16 * KIB);
    await short.send(blanks(16 * KIB));
    await short.end();
    expect((await short.answer).status).toBe(400);
    letGo();
  });

  it("finds room beside recordings that fill the room of the large ones", async () => {
    const letGo = holdRoom(37 * MIB, now, "else");
    const sent = begin(await aPerson(), 200 * KIB);
    await sent.send(blanks(200 * KIB));
    await sent.end();
    expect((await sent.answer).status).toBe(400);
    letGo?.();
  });
});

describe("slow bodies that fill the room of the small ones", () => {
  const SLOW = 800 * KIB;
  const MANY = 21;

  async function manySlow(as: string) {
    const slow = Array.from({ length: MANY }, () => begin(as, MIB, "/ai/documents"));
    for (const one of slow) await one.send(blanks(SLOW));
    await scheduler.wait(20);
    return slow;
  }

  async function giveWayTo(one: Sent, slow: Sent[]) {
    await one.send(blanks(200 * KIB));
    await one.end();
    expect((await one.answer).status).toBe(400);
    const settled = await Promise.all(slow.map(isSettled));
    for (const [at, isOver] of settled.entries()) if (isOver) await refusedNow(slow[at] as Sent);
    expect(settled.filter(Boolean).length).toBeGreaterThan(0);
    for (const each of slow) await each.end();
    await Promise.all(slow.map(({ answer }) => answer));
  }

  it("503 for one of them when another tenant sends", async () => {
    const slow = await manySlow(await aPerson());
    await giveWayTo(begin(await aPerson(), 200 * KIB), slow);
  });

  it("503 for one of them when somebody else of the same tenant sends", async () => {
    const tenantId = await aTenant();
    const slow = await manySlow(await aMember(tenantId));
    await giveWayTo(begin(await aMember(tenantId), 200 * KIB), slow);
  });
});

describe("a form of an operator on a page of a tenant", () => {
  /** More than the time for which a sign-in needs no further proof. */
  const PROOF_LASTS_MS = 6 * 60_000;

  it("counts for all who reach every tenant, and not for that one, before the passkey is asked for", async () => {
    const tenantId = await aTenant();
    const { cookie } = await aVisitor("owner");
    now = Date.now() + PROOF_LASTS_MS;
    const form = begin(undefined, 40 * KIB, `/portal/tenants/${tenantId}`, {
      cookie,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    });
    await form.send(blanks(32 * KIB));
    await scheduler.wait(10);
    // Its second read is all of its rest.
    expect(roomLeft()).toBe(roomBeside(40 * KIB));
    const letGo = fill(SMALL_ROOM_BYTES - 48 * KIB, tenantId);
    // For this only a body of the tenant would give way.
    expect(holdRoom(48 * KIB, now, "another")).toBeUndefined();
    await form.end();
    expect((await form.answer).status).toBe(403);
    letGo();
  });
});

describe("a body that brought nothing for 30 s", () => {
  const LATER = 31_000;

  async function silentSince() {
    const silent = begin(await aPerson(), 200 * KIB);
    await silent.send(blanks(100 * KIB));
    await scheduler.wait(10);
    now += LATER;
    return silent;
  }

  it("goes on while others find room beside it", async () => {
    const silent = await silentSince();
    const other = begin(await aPerson(), 100 * KIB);
    await other.send(blanks(100 * KIB));
    await other.end();
    expect((await other.answer).status).toBe(400);
    await silent.send(blanks(100 * KIB));
    await silent.end();
    expect((await silent.answer).status).toBe(400);
  });

  it("503 when another one finds no room without it, of however little", async () => {
    const silent = await silentSince();
    const letGo = fill(SMALL_ROOM_BYTES - HELD);
    const other = begin(await aPerson(), 32 * KIB);
    await other.send(blanks(32 * KIB));
    await other.end();
    expect((await other.answer).status).toBe(400);
    await refusedNow(silent);
    letGo();
  });
});

describe("a body of more than 1 MiB", () => {
  it.each([
    "/ai/documents",
    "/ai/prompts/evaluations",
    "/ai/voice/transcribe",
    "/admin/tenants/none/intel/entries/batch",
    "/detection-dictionaries",
  ])("503 from %s while others fill the room of the large ones", async (path) => {
    const letGo = holdRoom(ROOM_BYTES, now, "else");
    const sent = begin(await anOperator(), undefined, path);
    await sent.send(blanks(1.1 * MIB));
    await refusedNow(sent);
    letGo?.();
  });
});

describe("room of a body is given back", () => {
  it.each([
    ["it is refused as too large", 300 * KIB, 413],
    ["it is refused as no JSON", 100 * KIB, 400],
  ])("when %s", async (_why, bytes, status) => {
    const sent = begin(await aPerson(), undefined);
    await sent.send(blanks(bytes));
    await sent.end();
    expect((await sent.answer).status).toBe(status);
  });

  it("when its sender hangs up", async () => {
    const sent = begin(await aPerson(), 200 * KIB);
    await sent.send(blanks(100 * KIB));
    await scheduler.wait(10);
    expect(roomLeft()).toBeLessThan(SMALL_ROOM_BYTES);
    await sent.cut();
    expect((await sent.answer).status).toBe(500);
  });

  it.each([
    ["/ai/context/search", async () => aPerson()],
    ["/admin/tenants", async () => anOperator()],
  ])("when it stalls for a minute: 408 from %s", async (path, person) => {
    const as = await person();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const sent = begin(as, 200 * KIB, path);
    await sent.send(blanks(100 * KIB));
    await scheduler.wait(50);
    vi.advanceTimersByTime(59_999);
    await scheduler.wait(10);
    expect(roomLeft()).toBeLessThan(SMALL_ROOM_BYTES);
    vi.advanceTimersByTime(1);
    const answer = await sent.answer;
    expect([answer.status, await answer.json()]).toMatchObject([408, { error: "body_too_slow" }]);
  });
});
