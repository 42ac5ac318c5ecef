import { describe, expect, it } from "vitest";
import { committed as model } from "../../scripts/eval/inspection/judge.ts";
import { inspect } from "../../src/inspection/inspect.ts";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import { timesAsLong } from "../support/times-as-long.ts";

/** For an input four times as long; quadratic time would be 16 times. */
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

describe("the head of a mail", () => {
  it.each([
    ["base64", base64("Tu código"), "Tu código"],
    ["quoted", "=?utf-8?q?Tu_c=C3=B3digo=3f?=", "Tu código?"],
    ["another charset", "=?ISO-8859-1?Q?Tu_c=F3digo?=", "Tu código"],
    ["a charset with a language", "=?utf-8*es?Q?hola?=", "hola"],
    [
      "several words, without the space between them",
      "=?utf-8?Q?ho?=\r\n\t=?utf-8?Q?la?= Ana",
      "hola Ana",
    ],
    ["two charsets", "=?utf-8?Q?=C3=B3?= =?iso-8859-1?Q?=F3?=", "óó"],
    ["a letter split over two words", "=?utf-8?B?YcM=?= =?UTF-8?B?s28=?=", "aóo"],
    ["a letter split over two quoted words", "=?utf-8?Q?a=C3?= =?utf-8?Q?=B3o?=", "aóo"],
    ["half a letter before plain text", "=?utf-8?Q?a=C3?= b =?utf-8?Q?=B3o?=", "a b \ufffdo"],
    [
      "an encoded word among plain ones",
      `Re: ${base64("Tu código")} de hoy`,
      "Re: Tu código de hoy",
    ],
    ["an unknown charset", "=?x-none?Q?hola=C3=B3?=", "holaó"],
    [
      "words of a charset that ends each in ASCII",
      "=?iso-2022-jp?B?GyRCJCobKEI=?= =?ISO-2022-JP?B?GyRCMlkbKEI=?=",
      "お荷",
    ],
    ["a charset with a dot", "=?ansi_x3.4-1968?Q?hola?=", "hola"],
    ["base64 with an invalid character", "=?utf-8?B?UGF5!UGFs?=", "PayPal"],
    ["base64 that breaks off", "=?utf-8?B?UGF5UGFsQ?=", "PayPal"],
    ["two words of base64, each with padding", "=?utf-8?B?UGF5UA==?= =?utf-8?B?YWw?=", "PayPal"],
    ["invalid base64, which stays as it is", "=?utf-8?B?%%%?=", "=?utf-8?B?%%%?="],
    [
      "text that only looks encoded, which stays as it is",
      "why =?? and ?= so",
      "why =?? and ?= so",
    ],
  ])("is decoded: %s", (_name, written, read) => {
    expect(subjectOf(written)).toBe(read);
  });

  it("has its decoded subject in the text that is scored", () => {
    const { text } = readMessage(mail("ana@amiga.example", base64("ve a https://malo.example/x")));
    expect(text).toBe("ve a https://malo.example/x\nHasta luego");
  });

  it.each([
    ["encoded", `${base64("PayPal")} <a@otro.example>`],
    ["split by invisible characters", "P\u200bay\u2060Pal <a@otro.example>"],
    ["before an invisible character", "PayPal <a@otro.example>\u200b"],
    ["as a comment", "a@otro.example (PayPal)"],
    ["before a comment", "PayPal <a@otro.example> (x)"],
  ])("shows a brand's name %s", (_name, sender) => {
    expect(scoreForm(readMessage(mail(sender))).signals).toEqual(["display_brand_mismatch:paypal"]);
  });

  it("has its sender looked up despite spaces after the address", () => {
    const { names } = collectNames(readMessage(mail(`a@otro.example${" ".repeat(20)}`)));
    expect(names[0]).toEqual({ type: "email", value: "a@otro.example", from: "sender" });
  });

  it("has its sender looked up despite comments", () => {
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
  ])("has the domain of a malformed sender looked up, but not as the sender: %s", (sender) => {
    const { names } = collectNames(readMessage(mail(sender)));
    expect(names[0]).toEqual({ type: "domain", value: "otro.example", from: "text" });
  });

  it.each([
    "<malo@otro.example>(jefe@firma.example",
    "<malo@otro.example> (b (jefe@firma.example) c)",
  ])("has the sending address looked up as the sender, not one in a comment: %s", (sender) => {
    const { names } = collectNames(readMessage(mail(sender)));
    expect(names[0]).toEqual({ type: "email", value: "malo@otro.example", from: "sender" });
  });

  it.each([
    "malo@otro.example; jefe@firma.example",
    "<malo@otro.example>; Jefe <jefe@firma.example>",
    "<malo@otro.example> jefe@firma.example",
    "<malo@otro.example> <jefe@firma.example>",
  ])("has each of several senders looked up, none of them as the sender: %s", (sender) => {
    const { names } = collectNames(readMessage(mail(sender)));
    const values = names.filter(({ type }) => type === "email").map(({ value }) => value);
    expect(values).toEqual(["malo@otro.example", "jefe@firma.example"]);
    expect(names.filter(({ from }) => from === "sender")).toEqual([]);
  });

  it.each(["malo@ otro.example, jefe@firma.example", 'malo@otro.example, "a b"@firma.example'])(
    "has none of several senders looked up as the sender if one is malformed: %s",
    (sender) => {
      const { names } = collectNames(readMessage(mail(sender)));
      expect(names.filter(({ type, from }) => type === "email" && from === "sender")).toEqual([]);
    },
  );

  it("is shown to the model with its decoded sender", async () => {
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

  it("is not decoded in other channels", () => {
    const written: Message = { ...mail("=?utf-8?Q?a?="), channel: "sms" };
    expect(readMessage(written).message).toBe(written);
  });

  it("is read in less than quadratic time if its encoded words never end", () => {
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
