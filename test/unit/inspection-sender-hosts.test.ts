import { describe, expect, it } from "vitest";
import { committed as model, judge } from "../../scripts/eval/inspection/judge.ts";
import { readPresentDay } from "../../scripts/train/read-own.ts";
import type { Sample } from "../../scripts/train/samples.ts";

const HOSTS = [
  "gmail.com",
  "outlook.com",
  "hotmail.es",
  "yahoo.com.br",
  "icloud.com",
  "outlook.de",
];

/** Messages that are in no training, with their senders moved to this host. */
function mailsFrom(host: string, isBad: boolean): Sample[] {
  return readPresentDay()
    .filter(({ label, message }) => message.channel === "email" && (label !== "clean") === isBad)
    .map((sample) => {
      const sender = sample.message.sender.replace(/@[\w.-]+(?=>?$)/, `@${host}`);
      return { ...sample, message: { ...sample.message, sender } };
    });
}

/** The flagged share of messages without a signal of form; some are of firms, which have no such mailbox. */
function flaggedOf(samples: readonly Sample[]): number {
  const judged = samples.map((sample) => judge(model, sample)).filter(({ l1 }) => l1 === 0);
  return judged.filter(({ score }) => score >= 0.5).length / judged.length;
}

describe("a free mailbox", () => {
  it.each(HOSTS)("is not held against a clean message: %s", (host) => {
    expect(flaggedOf(mailsFrom(host, false))).toBeLessThan(0.1);
  });

  it.each(HOSTS)("does not excuse a bad message: %s", (host) => {
    const bad = mailsFrom(host, true).map((sample) => judge(model, sample));
    expect(bad.filter(({ score }) => score >= 0.5).length / bad.length).toBeGreaterThan(0.85);
  });

  it.each([
    ["Ana Gómez", "¿Quedamos a las ocho para cenar? Reserva tú, que yo salgo tarde", "Cena"],
    [
      "Robert Miller",
      "Are we still on for Saturday's hike? I can drive, tell me when.",
      "Saturday",
    ],
    ["Rui Matos", "Chego amanhã às dez, consegues vir buscar-me à estação? Obrigado", "Amanhã"],
  ])("leaves a personal note by %s clean, as any other host does", (name, body, subject) => {
    const scores = ["acme.es", ...HOSTS].map((host) => {
      const message = { channel: "email" as const, sender: `${name} <a.b@${host}>`, subject, body };
      return judge(model, { set: "note", group: "", label: "clean", message }).score;
    });
    expect(Math.max(...scores)).toBeLessThan(0.5);
  });
});

/** Firms of several countries, cheap endings, and a name of letters and numbers. */
const ANYWHERE = [
  "garcia-asociados.es",
  "construlopes.pt",
  "padariasilva.com.br",
  "grupolara.com.mx",
  "smithandco.co.uk",
  "northwind.net",
  "getnotion.app",
  "tinyshop.shop",
  "mysite.site",
  "club.vip",
  "x9k2.top",
];

describe("the host of a mail's sender", () => {
  it.each(ANYWHERE)("does not decide the verdict alone: %s", (host) => {
    const flagged = (isBad: boolean) => {
      const judged = mailsFrom(host, isBad).map((sample) => judge(model, sample).score >= 0.5);
      return judged.filter((is) => is).length / judged.length;
    };
    expect(flagged(false)).toBeLessThan(0.05);
    expect(flagged(true)).toBeGreaterThan(0.9);
  });
});
