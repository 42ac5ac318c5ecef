import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/inspection/reading/read-message.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";

type Channel = "email" | "sms" | "whatsapp";

interface About {
  channel?: Channel;
  seen?: number;
}

function signalsOf(body: string, { channel = "sms", seen = 0 }: About = {}): string[] {
  const sender = channel === "email" ? "ana@amiga.example" : "+34600111222";
  const { signals } = scoreForm(readMessage({ channel, sender, body }), { seen });
  return signals.map((signal) => signal.split(":", 1)[0] ?? signal);
}

const capitals = (count: number, letters: number) =>
  "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJ".slice(0, count) + "a".repeat(letters - count);

describe("signals of the first layer", () => {
  it.each<[string, string, string]>([
    ["excessive_capitals", capitals(18, 30), capitals(17, 30)],
    ["excessive_capitals", capitals(30, 30), capitals(29, 29)],
    ["currency_repeated", "vale 10 €, 20 $ o 30 eur", "vale 10 €, 20 $ o 30"],
    [
      "styled_letters",
      "hola \u{1d400}\u{1d401}\u{1d402}\u{1d403}",
      "hola \u{1d400}\u{1d401}\u{1d402}",
    ],
    ["url_many_labels", "ve a https://a.b.c.sitio.org/", "ve a https://b.c.sitio.org/"],
    ["url_many_hyphens", "ve a https://a-b-c.org/", "ve a https://a-bc.org/"],
    ["oversize", "a ".repeat(800) + "b", "a ".repeat(800)],
  ])("%s is given at its bound and not below it", (signal, at, below) => {
    expect(signalsOf(at)).toContain(signal);
    expect(signalsOf(below)).not.toContain(signal);
  });

  it.each<[Channel, number]>([
    ["sms", 1_600],
    ["whatsapp", 4_096],
    ["email", 65_536],
  ])(
    "oversize is given to a %s beyond %i characters, an emoji counting as one",
    (channel, most) => {
      for (const letter of ["ñ", "\u{1f600}"]) {
        const fits = letter.repeat(most);
        expect(signalsOf(fits, { channel })).not.toContain("oversize");
        expect(signalsOf(`${fits}${letter}`, { channel })).toContain("oversize");
      }
    },
  );

  it("hidden_text is given to a mail from 300 hidden letters on, if it shows fewer", () => {
    const hiding = (count: number, shown: number) =>
      signalsOf(`<p>${"b".repeat(shown)}</p><p style="display:none">${"a".repeat(count)}</p>`, {
        channel: "email",
      }).includes("hidden_text");
    expect([hiding(299, 9), hiding(300, 9)]).toEqual([false, true]);
    expect([hiding(400, 399), hiding(400, 400)]).toEqual([true, false]);
  });

  it("seen_repeatedly is given from five senders on", () => {
    expect(signalsOf("hola", { seen: 4 })).not.toContain("seen_repeatedly");
    expect(signalsOf("hola", { seen: 5 })).toContain("seen_repeatedly");
  });
});

describe("text with direction controls is read as people see it", () => {
  const read = (body: string, more = {}) =>
    readMessage({ channel: "sms", sender: "+34600111222", body, ...more });

  it.each([
    ["\u202eatneuc us euqifireV\u202c ya", "Verifique su cuenta ya"],
    ["a \u202emoc.live//:ptth", "a http://evil.com"],
    ["\u202eba\ndc", "ab\ndc"],
    ["\u202ecb\u202da", "bca"],
    ["\u202b\u05d0\u05d1 ab\u202c", "\u05d0\u05d1 ab"],
  ])("in a body: %j", (body, text) => expect(read(body).text).toBe(text));

  it("in the sender and the subject of a mail", () => {
    const mail = {
      channel: "email",
      sender: "\u202eaxiaC\u202c <a@b.example>",
      subject: "\u202eba",
    };
    const { message, text } = read("c", mail);
    expect(message.sender).toBe("Caixa <a@b.example>");
    expect(text).toBe("ab\nc");
  });
});
