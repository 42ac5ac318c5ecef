import { describe, expect, it } from "vitest";
import { committed, judge } from "../../scripts/eval/inspection/judge.ts";
import type { Message } from "../../src/inspection/reading/read-message.ts";

const mail = (body: string, more: Partial<Message> = {}): Message => ({
  channel: "email",
  sender: "Irina <irina@empresa.es>",
  subject: body.split(/[,،!]/, 1)[0] ?? "",
  body,
  ...more,
});
const judged = (message: Message) =>
  judge(committed, { message, label: "clean", source: "own", text: message.body } as never);

const RUSSIAN =
  "Здравствуйте, коллеги! Напоминаю, что завтра в десять утра состоится собрание отдела. Просьба подготовить отчёты за ноябрь. С уважением, Ирина";
const PHISHING =
  "Dear customer, your account has been suspended. Verify your password within 24 hours or it will be closed. To avoid this, confirm your card number and your identity with our security team today.";

describe("an ordinary mail in a script of which the model learned no clean mail", () => {
  it.each([
    ["Russian", RUSSIAN],
    ["Ukrainian", "Доброго дня! Нагадую, що завтра о десятій ранку відбудеться збори відділу."],
    ["Greek", "Καλημέρα σας, σας υπενθυμίζω ότι αύριο στις δέκα το πρωί θα γίνει η συνάντηση."],
    ["Arabic", "السلام عليكم، أود تذكيركم بأن اجتماع القسم سيعقد غداً في الساعة العاشرة صباحاً"],
    ["Hebrew", "שלום לכולם, מחר בשעה עשר בבוקר תתקיים ישיבת המחלקה. נא להכין את הדוחות"],
    ["Chinese", "各位同事好,明天上午十点在三楼会议室开会,请大家准备好十一月的工作报告。谢谢!"],
    ["Japanese", "お疲れ様です。明日の午前十時から三階の会議室で会議を行います。"],
    ["Korean", "안녕하세요, 내일 오전 열 시에 부서 회의가 있습니다. 보고서를 준비해 주세요."],
    [
      "Chinese with a signature",
      "王经理,您好!附件是我们十一月份的报价单,请您查收。如有问题请随时与我联系。祝好!\n李伟\n--\nLi Wei | Sales Manager\nShenzhen Huatai Electronics Co., Ltd.\nTel: +86 755 1234 5678\nEmail: liwei@empresa.es\nWeb: www.empresa.es",
    ],
    ["Russian with a link", `${RUSSIAN} https://www.empresa.es/otchety/2026/noyabr?id=1`],
    [
      "Chinese under a Latin subject",
      "各位同事好,明天上午十点在三楼会议室开会,请大家准备好工作报告。",
      "Meeting tomorrow at ten",
    ],
    ["Russian in HTML", `<html><body><p style="color:#333333">${RUSSIAN}</p></body></html>`],
  ])("is not flagged for its words: %s", (_language, body, subject?: string) => {
    const { score, signals, verdict } = judged(
      mail(body, subject === undefined ? {} : { subject }),
    );
    expect(signals).toEqual(["unfamiliar_script"]);
    expect(verdict).toBe("clean");
    expect(score).toBeLessThan(0.5);
  });

  it.each([
    [
      "words of look-alikes",
      mail("Vеrіfу уоur раsswоrd nоw, уоur ассоunt hаs bееn lосkеd bу thе bаnk"),
    ],
    ["Latin letters beside others", mail(`${PHISHING}\n\n${RUSSIAN}`)],
    ["a Latin subject", mail(RUSSIAN, { subject: "Verify your account now or it will be closed" })],
    [
      "others that a style hides",
      mail(`<p style="display:none">${RUSSIAN}</p><p>Your account is locked, verify it now</p>`),
    ],
    ["a short message", { channel: "sms", sender: "+34600111222", body: RUSSIAN }],
  ] satisfies [string, Message][])("but judged are %s", (_what, message) => {
    expect(judged(message).signals).not.toContain("unfamiliar_script");
  });

  it("is flagged for the Latin words in it, and for the form of its links", () => {
    const padded = judged(mail(`${PHISHING}\n\n${RUSSIAN.repeat(5)}`));
    expect(padded.score).toBeGreaterThan(0.5);
    const link = judged(mail(`${RUSSIAN} https://paypal.com.login-verify.top/x`));
    expect(link.score).toBeGreaterThan(0.5);
  });
});
