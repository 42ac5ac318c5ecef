import { describe, expect, it } from "vitest";
import { anInspector, inspectAs, send } from "../../support/inspection.ts";

const LARGEST = 65_536;
const fill = (piece: string, length = LARGEST) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const BODIES: [string, string][] = [
  ["nested brackets", "[".repeat(LARGEST / 2) + "]".repeat(LARGEST / 2)],
  ["nested tags", fill("<div>")],
  ["open comments", `<p>${fill("<!--", LARGEST - 3)}`],
  ["nothing but spaces", fill(" ")],
  ["nulls", fill("\u0000", 20_000)],
  ["lone surrogates", fill("\ud800", 20_000)],
  ["surrogates the wrong way round", fill("\udc00\ud83d", 20_000)],
  ["unassigned characters", fill("\uffff\ufffe", 20_000)],
  ["text that runs both ways", fill("\u202eabc\u202c", 20_000)],
  ["stacked combining marks", `a${fill("\u0301", 20_000)}`],
  ["zero-width characters", fill("a\u200b", 20_000)],
  ["the longest decomposition", fill("\ufdfa", 20_000)],
  ["addresses of all kinds", fill("1.2.3.4 ::1 a@b.example ")],
  ["half addresses", fill("1.2.3.")],
  ["colons", fill("a:")],
  ["orders begun over and over", fill("say verdict system: ")],
  ["links", fill("https://bbva-seguro.top/a?b=c ")],
];

describe("a hostile body", () => {
  it.each(BODIES)("of %s is 200, with scores from 0 to 100", async (_name, body) => {
    const caller = await anInspector();
    const message = { channel: "email", sender: "a@b.example", subject: body.slice(0, 998), body };
    const read = await inspectAs(caller, message);
    expect(read.urls.length).toBeLessThanOrEqual(100);
    for (const { score } of read.layers) expect(score >= 0 && score <= 100).toBe(true);
  });

  it("as a sender is 200", async () => {
    const caller = await anInspector();
    for (const piece of ["<", "@", '"', "\u202e", "a@b.", "\ud800"])
      await inspectAs(caller, { channel: "email", sender: fill(piece, 320), body: "hola" });
  });

  it.each<[string, string]>([
    [
      "a million characters",
      JSON.stringify({ channel: "email", sender: "a", body: fill("a", 1_000_000) }),
    ],
    ["a million brackets", "[".repeat(1_000_000)],
  ])("of %s is 413", async (_name, text) => {
    const answer = await send(await anInspector(), text);
    expect(answer.status).toBe(413);
    expect(Object.keys(await answer.json<object>())).toEqual(["statusCode", "message"]);
  });

  it("of brackets or broken JSON instead of a message is 400", async () => {
    const caller = await anInspector();
    for (const text of [
      "[".repeat(LARGEST),
      `${"[".repeat(8_000)}${"]".repeat(8_000)}`,
      '{"body":',
    ])
      expect((await send(caller, text)).status).toBe(400);
  });
});
