import { describe, expect, it } from "vitest";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import {
  ADDRESS,
  CHARACTERS,
  Collector,
  GROUPS,
  LAYOUT,
  NAME,
  NUMBERS,
  ORIGIN,
  TITLE,
  TOKENS,
} from "../../src/inspection/layers/l3/collector.ts";
import { collect } from "../../src/inspection/layers/l3/features.ts";
import { layoutOf } from "../../src/inspection/layers/l3/layout.ts";

const BITS = 18;
const LARGEST = 65_536;

/** The buckets of one group of a message. */
function groupOf(message: Message, group: number): Set<number> {
  const into = new Collector(BITS);
  collect(readMessage(message), into);
  return new Set(into.ids.slice(into.ends[group - 1], into.ends[group]));
}

const sms = (body: string): Message => ({ channel: "sms", sender: "", body });
const mail = (body: string, subject = "hello", sender = "Ann Lee <ann@shop.example>"): Message => ({
  channel: "email",
  sender,
  subject,
  body,
});

describe("tokens", () => {
  it("differ for a word in capitals among small letters", () => {
    const told = (body: string) => groupOf(sms(body), TOKENS);
    expect(told("please CALL us")).not.toEqual(told("please call us"));
  });

  it("are the same for a message in capitals throughout and in small letters", () => {
    const told = (body: string) => groupOf(sms(body), TOKENS);
    expect(told("BANK: YOUR CODE IS 123")).toEqual(told("bank: your code is 123"));
  });

  it("are the same for any digits", () => {
    expect(groupOf(sms("code 123"), TOKENS)).toEqual(groupOf(sms("code 987"), TOKENS));
  });

  it("include the markup of a mail", () => {
    expect(groupOf(sms("call now"), TOKENS).size).toBeGreaterThan(0);
    expect(groupOf(mail("call now"), TOKENS)).toEqual(groupOf(sms("call now"), TOKENS));
    const marked = groupOf(mail("<html><body>call now</body></html>"), TOKENS);
    expect(marked.size).toBeGreaterThan(groupOf(mail("call now"), TOKENS).size);
  });
});

describe("characters", () => {
  it.each(["acc-ount", "acc.ount", "acc*ount", "acc_ount", "acc|ount", "acc/ount"])(
    "are the same for %s as for the unbroken word",
    (broken) => {
      const told = (word: string) => groupOf(sms(`your ${word} is closed`), CHARACTERS);
      expect(told(broken)).toEqual(told("account"));
    },
  );

  it("differ if a dot splits a number, or a dot and a blank split a word", () => {
    const told = (body: string) => groupOf(sms(body), CHARACTERS);
    expect(told("ring 10.30 now")).not.toEqual(told("ring 1030 now"));
    expect(told("call. now")).not.toEqual(told("callnow"));
  });
});

describe("numbers", () => {
  const numbersOf = (body: string) => groupOf(sms(body), NUMBERS);

  it("are the same if the number is written in pieces", () => {
    expect(numbersOf("ring 0906 661 123 4")).toEqual(numbersOf("ring 09066611234"));
  });

  it("share features if they begin alike and are equally long", () => {
    const one = numbersOf("ring 09066611234");
    const sharedWith = (body: string) => [...numbersOf(body)].filter((id) => one.has(id)).length;
    expect(sharedWith("ring 09061111111")).toBe(one.size - 1);
    expect(sharedWith("ring 0906")).toBe(0);
  });

  it("are read in short messages only, not in mail", () => {
    expect(numbersOf("no digits").size).toBe(0);
    expect(groupOf(mail("ring 09066611234"), NUMBERS).size).toBe(0);
  });
});

describe("the subject of a mail", () => {
  const titled = (subject: string) => groupOf(mail("call now", subject), TITLE);

  it("gives features that depend on its capitals but not on its digits", () => {
    expect(titled("Your OFFER")).not.toEqual(titled("your offer"));
    expect(titled("Offer 123")).toEqual(titled("Offer 987"));
  });

  it("gives no features of the body", () => {
    const inBody = groupOf(mail("call now"), TOKENS);
    expect([...titled("call now")].filter((id) => inBody.has(id))).toEqual([]);
  });
});

describe("the sender of a mail", () => {
  const from = (sender: string, group: number) => groupOf(mail("call", "hello", sender), group);

  it("gives features of its name and of its address separately", () => {
    const [one, other] = ["Ann Lee <ann@shop.example>", "Ann Lee <xy@cheap.test>"];
    expect(from(one, NAME)).toEqual(from(other, NAME));
    expect(from(one, ORIGIN)).toEqual(from(other, ORIGIN));
    expect(from(one, ADDRESS)).not.toEqual(from(other, ADDRESS));
  });

  it("gives no features of its address at a free mail host", () => {
    expect(from("Ann Lee <ann@gmail.com>", ADDRESS).size).toBe(0);
  });
});

describe("the layout of a mail", () => {
  it("does not depend on the words", () => {
    expect(layoutOf(readMessage(mail("one two\n\n* ten six")))).toEqual(
      layoutOf(readMessage(mail("six ten\n\n* two one"))),
    );
  });

  it("says whether links lead to the sender's own domain", () => {
    const home = layoutOf(readMessage(mail("see https://www.shop.example/a")));
    const away = layoutOf(readMessage(mail("see https://elsewhere.test/a")));
    expect([...home]).toContain("home:only");
    expect([...away]).toContain("home:never");
  });
});

describe("a message with more features than there is room for", () => {
  it("keeps the features that are read first, group after group", () => {
    const into = new Collector(BITS);
    const words = Array.from({ length: LARGEST }, (_, at) => (at * 7919).toString(36));
    collect(readMessage(mail(words.join(" "))), into);
    expect(into.length).toBeLessThanOrEqual(into.ids.length);
    for (let group = 1; group < GROUPS; group++)
      expect(into.ends[group]).toBeGreaterThanOrEqual(into.ends[group - 1] ?? 0);
    expect(into.ends[LAYOUT]).toBe(into.length);
  });
});
