import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { committed, judge } from "../../scripts/eval/inspection/judge.ts";
import { detectLanguage } from "../../src/inspection/language/detect.ts";
import { chooseReaders } from "../../src/inspection/layers/l3/choose-readers.ts";
import { openModel } from "../../src/inspection/model/open-model.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";

const JAPANESE =
  "各位　お疲れさまです。昨日の定例会議の議事録を添付いたします。修正があれば金曜までにご連絡ください。継続事項は第三倉庫の検収日です。よろしくお願いいたします。";
const RUSSIAN =
  "Здравствуйте, Марина! Отправляю протокол вчерашней встречи и список вопросов, которые мы отложили до четверга. Если что-то упустил, поправьте, пожалуйста. ";
const POLISH =
  "Cześć Magda, przesyłam protokół z wczorajszego zebrania wspólnoty. Jeśli o czymś zapomniałem, daj znać do piątku, wtedy wywieszę go na klatce. Pozdrawiam, Tomek. ";
const SCAM =
  "Dear customer, your PayPal account has been limited because of unusual activity. Confirm your identity within 24 hours or it will be closed: https://paypal-secure-login.top/confirm";

const mail = (body: string, subject = "", sender = "Info <info@minami-kogyo.co.jp>"): Message => ({
  channel: "email",
  sender,
  subject,
  body,
});

const scoreOf = (message: Message) =>
  judge(committed, { message, label: "clean", set: "own", group: "" }).score;

function readersOf(message: Message) {
  const reading = readMessage(message);
  const { language } = committed;
  return chooseReaders(language, reading, detectLanguage(language, reading.text));
}

describe("a message in another language", () => {
  it.each([
    ["Japanese", mail(JAPANESE, "定例会議の議事録")],
    ["Russian", mail(RUSSIAN, "Протокол встречи", "Олег <oleg@sever-proekt.ru>")],
    ["Polish", mail(POLISH, "Protokół", "Tomek <tomek@poczta.pl>")],
  ])("is read by weights of its own and not flagged if it is honest: %s", (_name, message) => {
    expect(readersOf(message)).toBe("foreign");
    expect(scoreOf(message)).toBeLessThan(0.5);
  });

  it("is found if it is bad", () => {
    const body =
      "お客様のカードのご利用を一時制限しました。二十四時間以内に本人確認をお願いします：https://card-kakunin.top/login 確認が取れない場合、ご利用を停止します。";
    const message = mail(body, "【重要】ご利用制限", "カード会社 <info@card-kakunin.top>");
    expect(readersOf(message)).toBe("foreign");
    expect(scoreOf(message)).toBeGreaterThan(0.5);
  });

  it.each([
    ["Sent from my iPhone", "foreign"],
    ["Please consider the environment before printing this e-mail.", "both"],
  ])("stays clean with an English footer: %s", (footer, readers) => {
    const message = mail(`${POLISH.repeat(2)}\n\n${footer}`, "Protokół", "Tomek <tomek@poczta.pl>");
    expect(readersOf(message)).toBe(readers);
    expect(scoreOf(message)).toBeLessThan(0.5);
  });
});

describe("a scam in English", () => {
  const alone = scoreOf(mail(SCAM));

  it.each([
    ["after a line of Japanese", `${JAPANESE.slice(0, 60)}\n${SCAM}`],
    ["before a line of Japanese", `${SCAM}\n${JAPANESE.slice(0, 60)}`],
    ["with a fifth of it in Cyrillic", `${SCAM}\n${RUSSIAN.slice(0, 45)}`],
    ["among a page of Japanese", `${JAPANESE.repeat(8)}\n${SCAM}\n${JAPANESE.repeat(8)}`],
    ["among a page of Russian", `${RUSSIAN.repeat(8)}\n${SCAM}\n${RUSSIAN.repeat(8)}`],
    ["after a page of Polish", `${POLISH.repeat(8)}\n${SCAM}`],
  ])("is not spared %s", (_name, body) => {
    expect(alone).toBeGreaterThan(0.5);
    expect(readersOf(mail(body))).not.toBe("foreign");
    expect(scoreOf(mail(body))).toBeGreaterThan(0.5);
  });
});

describe("the weights for other languages", () => {
  it.each(["", " \n", "https://example.com/", "漢字"])("do not read %j", (body) => {
    expect(readersOf(mail(body))).toBe("main");
  });

  it("are in the file of this version only", () => {
    const file = new Uint8Array(readFileSync("src/inspection/model/weights.bin"));
    expect(openModel(file.slice().buffer).mail.foreign).toBeDefined();
    new DataView(file.buffer).setFloat32(0, 3, true);
    expect(() => openModel(file.buffer)).toThrow("version 3");
  });
});
