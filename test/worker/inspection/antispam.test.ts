import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import threatIntel from "../../../public/openapi/threat-intel.json";
import { call } from "../../support/call.ts";
import { CODE, DULL, FAKE, anInspector, inspectAs, layer, send } from "../../support/inspection.ts";
import { aCaller, anotherIsolate } from "../../support/intel.ts";
import { aMember, anOperator } from "../../support/people.ts";

/** From here on a model may be asked about a message. */
const DOUBTFUL_FROM = 25;
const FYI = { ...DULL, subject: "Re: cena", body: "FYI" };

describe("POST /api/v1/antispam", () => {
  it("200 with exactly the fields of the contract, four layers in order, no rationale without a model", async () => {
    const caller = await anInspector();
    const read = await inspectAs(caller, FAKE);
    expect(Object.keys(read)).toEqual([
      "inspectionId",
      "verdict",
      "score",
      "lang",
      "urls",
      "layers",
    ]);
    expect(read).toMatchObject({
      verdict: "phishing",
      lang: "es",
      urls: ["http://bbva-verifica.top/es"],
    });
    expect(layer(read, "L4")).toEqual({ layer: "L4", score: 0, signals: ["unavailable"] });
    const clean = await inspectAs(caller, CODE);
    expect(clean).toMatchObject({ verdict: "clean", lang: "es", urls: [] });
    expect(clean.inspectionId > read.inspectionId).toBe(true);
  });

  it("200 with the URLs in order, each once, refanged, at most a hundred", async () => {
    const caller = await anInspector();
    const body = "hxxps://uno[.]example/a y http://dos.example/b y otra vez https://uno.example/a";
    const { urls } = await inspectAs(caller, { ...DULL, body });
    expect(urls).toEqual(["https://uno.example/a", "http://dos.example/b"]);
    const many = Array.from({ length: 130 }, (_, at) => `https://h${at}.example/`).join(" ");
    expect((await inspectAs(caller, { ...DULL, body: many })).urls).toHaveLength(100);
  });

  it.each<[string, object]>([
    ["a thumb in answer to a mail", { ...DULL, subject: "👍", body: "👍👍👍" }],
    ["a word", FYI],
    ["a word in the HTML of a mail program", { ...FYI, body: '<div dir="ltr">FYI<br></div>' }],
    ["a number alone", { ...CODE, channel: "whatsapp", body: "+34 600 123 456" }],
  ])("nothing is made of %s, which says too little", async (_case, message) => {
    const read = await inspectAs(await anInspector(), message);
    expect(read).toMatchObject({ verdict: "clean", lang: "und" });
    expect(read.score).toBeLessThan(DOUBTFUL_FROM);
    expect(layer(read, "L3")).toEqual({ layer: "L3", score: 0, signals: ["skipped_short"] });
  });

  it.each<[string, object]>([
    ["a link alone", { ...DULL, subject: "", body: "https://a.example/x" }],
    ["a picture alone", { ...DULL, subject: "", body: '<img src="https://a.example/x.png">' }],
    ["a picture in the mail itself", { ...DULL, subject: "Pago", body: '<img src="cid:qr">' }],
    ["a picture in its address", { ...DULL, subject: "Pago", body: '<p style="a:url(data:,x)">' }],
    ["a code drawn with blocks", { ...DULL, subject: "Pago", body: "█▀▀▀█ ▄▀▄\n".repeat(9) }],
    ["a form without an address", { ...DULL, subject: "", body: "<form><input></form>" }],
    ["a sender's name with a number", { ...FYI, sender: "Llame al 806123456 <a@b.example>" }],
    ["a sender's name that is the text", { ...FYI, sender: `${"premio ".repeat(9)}<a@b.example>` }],
    ["a call to a number", { ...CODE, body: "Llama 806 123 456" }],
    ["a field for a password", { ...DULL, subject: "", body: '<input type="password">' }],
    ["few letters that are words each", { ...CODE, body: "加微信看美女" }],
  ])("but %s is judged", async (_case, message) => {
    const read = await inspectAs(await anInspector(), message);
    expect(layer(read, "L3").signals).not.toContain("skipped_short");
  });

  it.each<[string, object]>([
    ["no channel", { sender: "a", body: "b" }],
    ["an unknown channel", { channel: "fax", sender: "a", body: "b" }],
    ["no sender", { channel: "sms", body: "b" }],
    ["an empty sender", { channel: "sms", sender: "", body: "b" }],
    ["a sender too long", { channel: "sms", sender: "a".repeat(321), body: "b" }],
    ["no body", { channel: "sms", sender: "a" }],
    ["an empty body", { channel: "sms", sender: "a", body: "" }],
    ["an SMS too long", { channel: "sms", sender: "a", body: "b".repeat(4097) }],
    ["a WhatsApp message too long", { channel: "whatsapp", sender: "a", body: "b".repeat(4097) }],
    ["a mail too long", { channel: "email", sender: "a@b.example", body: "b".repeat(65_537) }],
    ["a subject too long", { ...DULL, subject: "s".repeat(999) }],
    ["a body that is not text", { channel: "sms", sender: "a", body: ["b"] }],
    ["a subject that is null", { ...DULL, subject: null }],
    ["a list", []],
    ["one emoji too many", { ...CODE, channel: "whatsapp", body: "🙂".repeat(4_097) }],
  ])("400 for %s", async (_case, body) => {
    const caller = await anInspector();
    const answer = await send(caller, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(await answer.json<object>())).toEqual(["statusCode", "message"]);
  });

  it.each<[string, object]>([
    ["the longest SMS, which is oversize", { ...CODE, body: "hola".padEnd(4_096, " hola") }],
    ["the most emoji", { ...CODE, channel: "whatsapp", body: "🙂".repeat(4_096) }],
    [
      "the longest mail",
      {
        ...DULL,
        sender: "s".repeat(320),
        subject: "s".repeat(998),
        body: "hola".padEnd(65_536, " hola"),
      },
    ],
    ["unknown fields", { ...CODE, priority: 1, tenantId: "x" }],
  ])("200 for %s", async (_case, body) => {
    await inspectAs(await anInspector(), body);
  });

  it("200 for the longest mail with every character escaped in JSON; 201 for its feedback", async () => {
    const mail = {
      channel: "email",
      sender: "🙂".repeat(320),
      subject: "🙂".repeat(998),
      body: "🙂".repeat(65_536),
    };
    const spell = (text: string) => text.replaceAll("🙂", String.raw`\ud83d\ude42`);
    const spelled = spell(JSON.stringify(mail));
    expect(spelled.length).toBeGreaterThan(12 * 65_536);
    const caller = await anInspector();
    const { inspectionId, verdict } = await inspectAs(caller, spelled);
    const kind = verdict === "clean" ? "missed" : "false_positive";
    // The feedback may hold the whole message again.
    const { channel: _channel, ...message } = mail;
    const body = JSON.stringify({ kind, note: "🙂".repeat(2_000), message });
    const path = `/admin/tenants/${caller.tenantId}/inspections/${inspectionId}/feedback`;
    const as = await aMember(caller.tenantId, "analyst");
    const said = await call("POST", path, { as, body: spell(body) });
    expect(said.status).toBe(201);
  });

  it("400 for broken JSON, 415 for another Content-Type, 413 for a body that is too large", async () => {
    const caller = await anInspector();
    expect((await send(caller, "{")).status).toBe(400);
    expect((await send(caller, "body", { "content-type": "text/plain" })).status).toBe(415);
    const large = await send(caller, { ...DULL, body: "a".repeat(1_000_000) });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ statusCode: 413 });
  });

  it("415 for a compressed message, with Accept-Encoding as in the description", async () => {
    const { headers } = await anInspector();
    const packing = new Response("{}").body?.pipeThrough(new CompressionStream("gzip"));
    const answer = await exports.default.fetch("http://rampart.test/api/v1/antispam", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "content-encoding": "gzip" },
      body: await new Response(packing).arrayBuffer(),
    });
    expect(answer.status).toBe(415);
    expect(answer.headers.get("accept-encoding")).toBe("identity");
    const described = threatIntel.components.responses.UnsupportedMediaType;
    expect(described).toHaveProperty("headers.Accept-Encoding");
  });

  it("401 before 403 before 400, and 403 names the scope", async () => {
    const caller = await aCaller(["urlsearch"]);
    const nobody = await call("POST", "/api/v1/antispam", { body: {} });
    expect(nobody.status).toBe(401);
    const answer = await send(caller, {});
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ statusCode: 403, message: "Missing scope: antispam" });
  });

  it("429 once the quota is used up; a request with 400 does not count", async () => {
    const caller = await anInspector();
    await call("PATCH", `/admin/tenants/${caller.tenantId}`, {
      as: await anOperator(),
      body: { monthlyQuota: 2 },
    });
    const isolate = anotherIsolate();
    expect((await send(caller, { ...CODE, body: "" }, {}, isolate)).status).toBe(400);
    expect((await send(caller, CODE, {}, isolate)).status).toBe(200);
    expect((await send(caller, CODE, {}, isolate)).status).toBe(200);
    expect((await send(caller, CODE, {}, isolate)).status).toBe(429);
  });

  it("500 without detail if the database fails; the request does not count", async () => {
    const caller = await anInspector();
    const as = await anOperator();
    const body = { monthlyQuota: 1 };
    await call("PATCH", `/admin/tenants/${caller.tenantId}`, { as, body });
    const prepare = () => {
      throw new Error("secret detail");
    };
    const isolate = anotherIsolate({}, {}, { DB: { prepare } as unknown as D1Database });
    const answer = await send(caller, CODE, {}, isolate);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret");
    expect((await send(caller, CODE)).status).toBe(200);
    expect((await send(caller, CODE)).status).toBe(429);
  });

  it("405 for another method", async () => {
    const caller = await anInspector();
    expect((await caller.get("/api/v1/antispam")).status).toBe(405);
  });
});

describe("a wave of one text", () => {
  it("is seen_repeatedly if many senders send it to one tenant, not if one sender repeats it", async () => {
    const caller = await anInspector();
    const body =
      "Su paquete esta retenido en aduanas, pague los gastos de envio pendientes en http://a.top/1 antes de hoy";
    for (let at = 0; at < 6; at += 1) {
      const read = await inspectAs(caller, { channel: "sms", sender: "Correos", body });
      expect(layer(read, "L1").signals.join()).not.toContain("seen_repeatedly");
    }
    const scores: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const other = body.replace("a.top/1", `b${at}.top/${at}`);
      const read = await inspectAs(caller, {
        channel: "sms",
        sender: `+3460011122${at}`,
        body: other,
      });
      scores.push(layer(read, "L1").score);
      if (at === 5) expect(layer(read, "L1").signals).toContain("seen_repeatedly:7");
    }
    expect(scores.at(-1)).toBeGreaterThan(scores[0] ?? 100);
    const message = { channel: "sms", sender: "+34600111999", body };
    const elsewhere = await inspectAs(await anInspector(), message);
    expect(layer(elsewhere, "L1").signals.join()).not.toContain("seen_repeatedly");
  });
});
