import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator } from "../support/people.ts";
import { aFlux, polite, type FluxSide } from "../support/flux.ts";
import { aSpeaker, withFlux } from "../support/voice-stream.ts";

const SECOND = 32_000;
/** Twenty milliseconds. */
const FRAME = 640;

/** A provider that keeps the connection and never answers. */
const mute = () => {};

describe("a speech stream", () => {
  it.each([
    ["text", "hello", 1003],
    ["another command", '{"type":"Configure","thresholds":{}}', 1003],
    ["a list", '["CloseStream"]', 1003],
    ["a long CloseStream", `{"type":"CloseStream","x":"${"x".repeat(300)}"}`, 1003],
    ["a huge text", "x".repeat(1_000_000), 1003],
    ["a huge frame", new Uint8Array(128 * 1024 + 1), 1009],
  ])(
    "is closed if the client sends %s, which the provider never sees",
    async (_what, sent, code) => {
      const { socket, closed, flux } = await aSpeaker();
      socket.send(sent);
      expect((await closed).code).toBe(code);
      const [side] = flux.sides;
      await expect.poll(() => side?.closed?.code).toBe(1000);
      expect(side).toMatchObject({ heard: 0, texts: [] });
    },
  );

  it("1008 for audio that comes faster than speech; only the audio passed on is paid for", async () => {
    const { socket, closed, flux, paid } = await aSpeaker();
    for (let second = 0; second < 7; second += 1) socket.send(new Uint8Array(SECOND));
    expect((await closed).code).toBe(1008);
    expect(flux.sides[0]?.heard).toBe(5 * SECOND);
    await expect.poll(paid).toMatchObject({ calls: 1, seconds: 5 });
  });

  it("1008 for a flood of empty frames, none of which the provider answers", async () => {
    const { socket, closed, said } = await aSpeaker();
    for (let frame = 0; frame <= 1_000; frame += 1) socket.send(new Uint8Array(0));
    expect((await closed).code).toBe(1008);
    expect(said).toHaveLength(1);
  });

  it("passes on ten seconds of audio at once after a stalled network", async () => {
    const { socket, talk, flux, pass } = await aSpeaker(withFlux(aFlux(mute)));
    await talk(FRAME);
    for (let stall = 1; stall <= 2; stall += 1) {
      pass(10_000);
      for (let frame = 0; frame < 500; frame += 1) socket.send(new Uint8Array(FRAME));
      const heard = FRAME * (1 + stall * 500);
      await expect.poll(() => flux.sides[0]?.heard, { interval: 5 }).toBe(heard);
    }
    pass(20);
    await talk(FRAME);
  });

  it("1008 within 15 seconds for twice as many frames as allowed, however small", async () => {
    const { socket, closed, pass } = await aSpeaker(withFlux(aFlux(mute)));
    const ends: number[] = [];
    void closed.then(({ code }) => ends.push(code));
    let seconds = 0;
    for (; ends.length === 0 && seconds < 30; seconds += 1) {
      for (let frame = 0; frame < 200; frame += 1) socket.send(new Uint8Array(2));
      await scheduler.wait(0);
      pass(1_000);
    }
    expect((await closed).code).toBe(1008);
    expect(seconds).toBeLessThan(15);
  });

  it("1001 after 15 seconds without audio", async () => {
    const { talk, closed, flux, pass } = await aSpeaker();
    pass(14_000);
    await talk(640);
    pass(14_000);
    await talk(640);
    pass(15_000);
    expect(await closed).toEqual({ code: 1001, reason: "no audio" });
    await expect.poll(() => flux.sides[0]?.closed?.code).toBe(1000);
  });

  it("closes the provider's side, and is paid for, if the client closes in the middle", async () => {
    const { socket, flux, paid } = await aSpeaker();
    socket.send(new Uint8Array(SECOND));
    socket.close();
    await expect.poll(() => flux.sides[0]?.closed?.code).toBe(1000);
    await expect.poll(paid).toMatchObject({ calls: 1, failed: 0, seconds: 1 });
  });

  it("passes on one CloseStream and nothing after it", async () => {
    const { socket, closed, flux, pass } = await aSpeaker(withFlux(aFlux(mute)));
    for (let time = 0; time < 3; time += 1) socket.send('{ "type": "CloseStream" }');
    socket.send(new Uint8Array(SECOND));
    await expect.poll(() => flux.sides[0]?.texts).toEqual(['{"type":"CloseStream"}']);
    // A provider that does not close by itself is closed.
    pass(5_000);
    expect(await closed).toEqual({ code: 1000, reason: "finished" });
    expect(flux.sides[0]).toMatchObject({ heard: 0, texts: ['{"type":"CloseStream"}'] });
  });

  it("1001 after eight minutes", async () => {
    const { talk, closed, pass, paid } = await aSpeaker();
    for (let at = 12; at < 480; at += 12) {
      pass(12_000);
      await talk(640);
    }
    pass(12_000);
    expect(await closed).toEqual({ code: 1001, reason: "time is up" });
    await expect.poll(paid).toMatchObject({ calls: 1, seconds: 1 });
  });
});

describe("the provider of a speech stream", () => {
  it.each([
    ["rubbish", "<html>"],
    ["a list", "[1]"],
    ["bytes", new Uint8Array(8)],
    ["a message that is too long", `{"x":"${"x".repeat(128 * 1024)}"}`],
  ])(
    "counts as lost after sending %s: 1011, and the client never sees it",
    async (_what, answer) => {
      const rude = ({ socket }: FluxSide) => socket.send(answer);
      const { socket, said, closed, flux, lines, paid } = await aSpeaker(withFlux(aFlux(rude)));
      socket.send(new Uint8Array(SECOND));
      expect((await closed).code).toBe(1011);
      expect(said).toEqual(['{"type":"Connected","sequence_id":0}']);
      await expect.poll(() => flux.sides[0]?.closed?.code).toBe(1000);
      expect(lines).toContainEqual(expect.objectContaining({ event: "voice_stream_lost" }));
      await expect.poll(paid).toMatchObject({ calls: 1, seconds: 1 });
    },
  );

  it.each([1000, 1011, 4000])(
    "counts as lost after closing with %i by itself: 1011",
    async (code) => {
      const leaves = ({ socket }: FluxSide) => socket.close(code, "secret of the provider");
      const { socket, closed, paid } = await aSpeaker(withFlux(aFlux(leaves)));
      socket.send(new Uint8Array(SECOND));
      expect(await closed).toEqual({ code: 1011, reason: "the provider is lost" });
      await expect.poll(paid).toMatchObject({ calls: 1, seconds: 1 });
    },
  );

  it("counts as lost after a flood of messages: 1011", async () => {
    const floods = (side: FluxSide) => {
      for (let one = 0; one < 60; one += 1) polite(side, new ArrayBuffer(1));
    };
    const { socket, said, closed } = await aSpeaker(withFlux(aFlux(floods)));
    socket.send(new Uint8Array(SECOND));
    expect((await closed).code).toBe(1011);
    expect(said).toHaveLength(50);
  });

  it("counts as lost after 30 seconds without an answer: 1011; after five times it is not used", async () => {
    const product = withFlux(aFlux(mute));
    for (let time = 0; time < 5; time += 1) {
      const { talk, closed, pass } = await aSpeaker(product);
      for (let tens = 1; tens <= 3; tens += 1) {
        await talk(3 * SECOND);
        pass(10_000);
      }
      expect((await closed).code).toBe(1011);
    }
    const lost = product.lines.filter(({ event }) => event === "voice_stream_lost");
    expect(lost).toHaveLength(5);
    // No token of the service's own is given any more, so no stream opens.
    await expect(aSpeaker(product)).rejects.toThrow("no socket but 401");
  });
});

it("a stream with too little audio for a word does not count against the provider", async () => {
  const product = withFlux(aFlux(mute));
  for (let time = 0; time < 5; time += 1) {
    const { talk, socket, closed, pass } = await aSpeaker(product);
    for (let tens = 1; tens <= 3; tens += 1) {
      await talk(2);
      pass(10_000);
    }
    socket.close();
    await closed;
  }
  expect(product.lines.filter(({ event }) => event === "voice_stream_lost")).toEqual([]);
  const { socket } = await aSpeaker(product);
  socket.close();
});

describe("a speech stream after its first 30 seconds", () => {
  /** Sends audio until the reserved 30 seconds are used up, and one second more. */
  async function talkOn({ socket, talk, pass }: Awaited<ReturnType<typeof aSpeaker>>) {
    for (let at = 0; at < 30; at += 3) {
      await talk(3 * SECOND);
      pass(3_000);
    }
    socket.send(new Uint8Array(SECOND));
  }

  it("1008 if the speaker's token was revoked", async () => {
    const speaker = await aSpeaker();
    const id = speaker.as.split("_")[2] ?? "";
    await call("DELETE", `/admin/tokens/${id}`, { as: await anOperator() });
    await talkOn(speaker);
    expect(await speaker.closed).toEqual({ code: 1008, reason: "unauthorized" });
    expect(speaker.flux.sides[0]?.heard).toBe(30 * SECOND);
  });

  it("1013 if the budget does not cover the next part", async () => {
    const product = withFlux();
    const inputPerMillion = 1_000_000;
    const price = { provider: product.name, model: "stt", unit: "second", inputPerMillion };
    const body = { prices: [{ ...price, outputPerMillion: 0 }] };
    await call("POST", "/admin/ai/prices", { as: await anOperator(), body });
    product.pass(1_000);
    const speaker = await aSpeaker(product);
    const limits = { monthlyMicroUsd: 45 };
    const change = { tenantId: speaker.tenantId, limits };
    await call("PATCH", "/ai/settings", { as: speaker.as, body: change });
    await talkOn(speaker);
    expect(await speaker.closed).toEqual({ code: 1013, reason: "budget_exhausted" });
    expect(speaker.flux.sides[0]?.heard).toBe(30 * SECOND);
    await expect.poll(speaker.paid).toMatchObject({ calls: 1, seconds: 30 });
  });
});
