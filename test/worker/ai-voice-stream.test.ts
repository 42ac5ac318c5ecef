import { expect, it, describe } from "vitest";
import * as answers from "../../src/ai/voice/answers.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aSpeaker, clientOf, withFlux } from "../support/voice-stream.ts";

const SECOND = 32_000;

describe("a token for the service's own stream", () => {
  it("GET /ai/voice/speech-token: 200 with the address of the service's own stream", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const { ask } = withFlux();
    const answer = await ask(`/ai/voice/speech-token?tenantId=${tenantId}`, as);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const body = answers.speechToken.parse(await answer.json());
    expect(body).toMatchObject({
      provider: "self",
      endpoint: "wss://rampart.test/ai/voice/stream",
      expiresInSeconds: 60,
      language: "en",
    });
    // It has to fit into the header that a browser sends it in.
    expect(body.token).toMatch(/^[\w.-]{1,1000}$/);
  });

  it("GET /ai/voice/capability: 200 with streaming ready, provider self", async () => {
    const tenantId = await aTenant();
    const { ask } = withFlux();
    const answer = await ask(`/ai/voice/capability?tenantId=${tenantId}`, await aMember(tenantId));
    expect(answers.capability.parse(await answer.json())).toMatchObject({
      stt: { ready: true, provider: "workers-ai" },
      streaming: { ready: true, provider: "self", tokenTtlSeconds: 60 },
    });
  });
});

describe("GET /ai/voice/stream", () => {
  it("101; audio goes to the provider and words come back; CloseStream closes with 1000", async () => {
    const { socket, said, closed, flux, paid } = await aSpeaker();
    socket.send(new Uint8Array(SECOND));
    socket.send(new Uint8Array(SECOND / 2));
    await expect.poll(() => said.length).toBe(3);
    expect(said.map((text) => JSON.parse(text).type)).toEqual([
      "Connected",
      "TurnInfo",
      "TurnInfo",
    ]);
    socket.send('{"type":"CloseStream"}');
    expect(await closed).toMatchObject({ code: 1000 });
    const [side] = flux.sides;
    expect(side).toMatchObject({
      heard: SECOND * 1.5,
      texts: ['{"type":"CloseStream"}'],
      input: { encoding: "linear16", sample_rate: "16000" },
    });
    await expect.poll(paid).toMatchObject({ calls: 1, failed: 0, seconds: 2 });
  });

  it("101 with the protocol bearer, without the token", async () => {
    const product = withFlux();
    const tenantId = await aTenant();
    const bearer = await product.token(tenantId, await aMember(tenantId));
    const answer = await product.knock(bearer);
    expect(answer.status).toBe(101);
    expect(answer.headers.get("sec-websocket-protocol")).toBe("bearer");
    expect(JSON.stringify([...answer.headers])).not.toContain(bearer);
    clientOf(answer).socket.close();
  });

  it("101 with the query's settings for the model, passed on as text", async () => {
    const query = "?sample_rate=8000&eot_threshold=0.8&eager_eot_threshold=0.4";
    const more = `${query}&eot_timeout_ms=3000&keyterm=Rampart&encoding=linear16`;
    const { flux, socket } = await aSpeaker(withFlux(), more);
    expect(flux.sides[0]?.input).toEqual({
      encoding: "linear16",
      sample_rate: "8000",
      eot_threshold: "0.8",
      eager_eot_threshold: "0.4",
      eot_timeout_ms: "3000",
      keyterm: "Rampart",
    });
    socket.close();
  });

  it("400 for any other setting; the provider is not called, and the token stays valid", async () => {
    const product = withFlux();
    const tenantId = await aTenant();
    const bearer = await product.token(tenantId, await aMember(tenantId));
    const wrong = [
      "sample_rate=11025",
      "sample_rate=",
      "encoding=opus",
      "eot_threshold=0.95",
      "eot_threshold=1e0",
      "eager_eot_threshold=0.2",
      "eot_timeout_ms=100",
      "eot_timeout_ms=1.5e3",
      "keyterm=",
      `keyterm=${"k".repeat(101)}`,
      "keyterm=a&keyterm=b",
      "tag=x",
      "mip_opt_out=true",
      "model=%40cf%2Fdeepgram%2Fnova-3",
    ];
    const statuses = [];
    for (const query of wrong) statuses.push((await product.knock(bearer, `?${query}`)).status);
    expect(statuses).toEqual(wrong.map(() => 400));
    expect(product.flux.sides).toEqual([]);
    const answer = await product.knock(bearer);
    expect(answer.status).toBe(101);
    clientOf(answer).socket.close();
  });

  it("426 without an upgrade", async () => {
    const answer = await call("GET", "/ai/voice/stream");
    expect(answer.status).toBe(426);
    expect(await answer.json()).toMatchObject({ error: "upgrade_required", statusCode: 426 });
  });

  it("each 30 seconds of audio are paid once they are used, and the rest at the end", async () => {
    const { socket, talk, said, pass, paid } = await aSpeaker();
    for (let at = 0; at <= 30; at += 3) {
      pass(3_000);
      await talk(at < 30 ? 3 * SECOND : SECOND);
    }
    await expect.poll(() => said).toHaveLength(12);
    await expect.poll(paid).toMatchObject({ seconds: 30 });
    socket.close();
    await expect.poll(paid).toMatchObject({ calls: 2, seconds: 31 });
  });
});
