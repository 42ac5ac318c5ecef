import { describe, expect, it } from "vitest";
import { committed as model } from "../../scripts/eval/inspection/judge.ts";
import { inspect } from "../../src/inspection/inspect.ts";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import { timesAsLong } from "../support/times-as-long.ts";

/** Of four times as much; its square is 16. */
const MOST_TIMES = 10;

const mail = (sender: string, subject = "Hola"): Message => ({
  channel: "email",
  sender,
  subject,
  body: "Hasta luego",
});
const base64 = (text: string, charset = "UTF-8") =>
  `=?${charset}?B?${Buffer.from(text).toString("base64")}?=`;
const subjectOf = (written: string) =>
  readMessage(mail("ana@amiga.example", written)).message.subject;

describe("the head of a mail is read as a mail program shows it", () => {
  it.each([
    ["base64", base64("Tu código"), "Tu código"],
    ["quoted", "=?utf-8?q?Tu_c=C3=B3digo=3f?=", "Tu código?"],
    ["another charset", "=?ISO-8859-1?Q?Tu_c=F3digo?=", "Tu código"],
    ["one with a language", "=?utf-8*es?Q?hola?=", "hola"],
    ["several, the space between taken out", "=?utf-8?Q?ho?=\r\n\t=?utf-8?Q?la?= Ana", "hola Ana"],
    ["two charsets", "=?utf-8?Q?=C3=B3?= =?iso-8859-1?Q?=F3?=", "óó"],
    ["a letter in two words", "=?utf-8?B?YcM=?= =?UTF-8?B?s28=?=", "aóo"],
    ["the same, quoted", "=?utf-8?Q?a=C3?= =?utf-8?Q?=B3o?=", "aóo"],
    ["half a letter, and text", "=?utf-8?Q?a=C3?= b =?utf-8?Q?=B3o?=", "a b \ufffdo"],
    ["words of both kinds", `Re: ${base64("Tu código")} de hoy`, "Re: Tu código de hoy"],
    ["a charset that nobody knows", "=?x-none?Q?hola=C3=B3?=", "holaó"],
    ["a charset with a dot", "=?ansi_x3.4-1968?Q?hola?=", "hola"],
    ["base64 with a sign that is none", "=?utf-8?B?UGF5!UGFs?=", "PayPal"],
    ["base64 that breaks off", "=?utf-8?B?UGF5UGFsQ?=", "PayPal"],
    ["base64 that ends twice", "=?utf-8?B?UGF5UA==?= =?utf-8?B?YWw?=", "PayPal"],
    ["what is no base64", "=?utf-8?B?%%%?=", "=?utf-8?B?%%%?="],
    ["what only looks like it", "why =?? and ?= so", "why =?? and ?= so"],
  ])("%s", (_name, written, read) => {
    expect(subjectOf(written)).toBe(read);
  });

  it("and its words count as the text does", () => {
    const { text } = readMessage(mail("ana@amiga.example", base64("ve a https://malo.example/x")));
    expect(text).toBe("ve a https://malo.example/x\nHasta luego");
  });

  it.each([
    ["encoded", `${base64("PayPal")} <a@otro.example>`],
    ["split by what nobody sees", "P\u200bay\u2060Pal <a@otro.example>"],
    ["with an invisible letter behind it", "PayPal <a@otro.example>\u200b"],
    ["as a comment, as of old", "a@otro.example (PayPal)"],
    ["with a comment behind it", "PayPal <a@otro.example> (x)"],
  ])("a brand's name %s is still its name", (_name, sender) => {
    expect(scoreForm(readMessage(mail(sender))).signals).toEqual(["display_brand_mismatch:paypal"]);
  });

  it("and no space behind the sender hides it from intelligence", () => {
    const { names } = collectNames(readMessage(mail(`a@otro.example${" ".repeat(20)}`)));
    expect(names[0]).toEqual({ type: "email", value: "a@otro.example", from: "sender" });
  });

  it("and no comment does", () => {
    for (const sender of ["a@otro.example (Ana)", "<a@otro.example> (a) "]) {
      const { names } = collectNames(readMessage(mail(sender)));
      expect(names[0]).toEqual({ type: "email", value: "a@otro.example", from: "sender" });
    }
    expect(readMessage(mail("Ana (ventas) <a@b.example>")).message.sender).toBe(
      "Ana (ventas) <a@b.example>",
    );
    expect(readMessage(mail("a@b.example ($1 $& $`)")).message.sender).toBe(
      "$1 $& $` <a@b.example>",
    );
  });

  it.each([
    "Ana <a@otro.example>;",
    "Ana < a@otro.example >",
    'Ana <"a b"@otro.example>',
    "a@banco.example <a@otro.example> en nombre de X",
    "'a@otro.example'",
  ])(
    "and where the address is none that is well formed, its domain is asked about, and vouches for nobody: %s",
    (sender) => {
      const { names } = collectNames(readMessage(mail(sender)));
      expect(names[0]).toEqual({ type: "domain", value: "otro.example", from: "text" });
    },
  );

  it.each([
    "<malo@otro.example>(jefe@firma.example",
    "<malo@otro.example> (b (jefe@firma.example) c)",
  ])("and no comment vouches for another: %s", (sender) => {
    const { names } = collectNames(readMessage(mail(sender)));
    expect(names[0]).toEqual({ type: "email", value: "malo@otro.example", from: "sender" });
  });

  it.each([
    "malo@otro.example; jefe@firma.example",
    "<malo@otro.example>; Jefe <jefe@firma.example>",
    "<malo@otro.example> jefe@firma.example",
    "<malo@otro.example> <jefe@firma.example>",
  ])("and who writes as several is vouched for by none: %s", (sender) => {
    const { names } = collectNames(readMessage(mail(sender)));
    const values = names.filter(({ type }) => type === "email").map(({ value }) => value);
    expect(values).toEqual(["malo@otro.example", "jefe@firma.example"]);
    expect(names.filter(({ from }) => from === "sender")).toEqual([]);
  });

  it.each(["malo@ otro.example, jefe@firma.example", 'malo@otro.example, "a b"@firma.example'])(
    "nor is one of them who is written badly passed over: %s",
    (sender) => {
      const { names } = collectNames(readMessage(mail(sender)));
      expect(names.filter(({ type, from }) => type === "email" && from === "sender")).toEqual([]);
    },
  );

  it("and a model is asked about the same sender", async () => {
    let asked: string | undefined;
    const body = "Su cuenta esta bloqueada, confirme su clave en http://paypal-clave.top/x";
    await inspect(
      { ...mail(`${base64("PayPal")} <a@otro.example>`), body },
      {
        model,
        reputation: undefined,
        dictionaries: [],
        askModel: async ({ message }) => {
          asked = message.sender;
          return undefined;
        },
        seenFrom: () => 0,
        now: 0,
      },
    );
    expect(asked).toBe("PayPal <a@otro.example>");
  });

  it("nothing of it is read in other channels", () => {
    const written: Message = { ...mail("=?utf-8?Q?a?="), channel: "sms" };
    expect(readMessage(written).message).toBe(written);
  });

  it("takes no longer for what never ends", () => {
    const [hostile, quarter] = [164, 41].map((count) => "=?a?q?".repeat(count));
    expect(subjectOf(hostile ?? "")).toBe(hostile);
    const times = timesAsLong(
      () => subjectOf(hostile ?? ""),
      () => subjectOf(quarter ?? ""),
      MOST_TIMES,
    );
    expect(times).toBeLessThanOrEqual(MOST_TIMES);
  });
});
