import { describe, expect, it } from "vitest";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { readMessage } from "../../src/inspection/reading/read-message.ts";

const asked = (body: string, sender = "Ana <ana@amiga.org>") =>
  collectNames(readMessage({ channel: "email", sender, body }));
const valuesOf = (body: string, sender?: string) =>
  asked(body, sender).names.map(({ value }) => value);

const isUrl = (value: string) => value.startsWith("http");

describe("the names looked up in threat intelligence", () => {
  it.each([
    ["请点击http://malo.org/x.exe领取", "http://malo.org/x.exe"],
    ["คลิกhttp://malo.org/x.exeครับ", "http://malo.org/x.exe"],
    ["请点击malo.org/x领取", "malo.org/x"],
    ["请看http://malo.org领取", "http://malo.org"],
    ["👉http://malo.org/x👈", "http://malo.org/x"],
  ])("include a link without blanks around it: %s", (body, url) => {
    expect(valuesOf(body)).toContain(url);
  });

  it.each([
    ["http://malo.org/x?a=1&amp;b=2", "http://malo.org/x?a=1&b=2"],
    ["http://malo.org/x?a=1&#38;b=2&AMP;c=3", "http://malo.org/x?a=1&b=2&c=3"],
    ["http://malo.org/x?a=1&#x26;b=2", "http://malo.org/x?a=1&b=2"],
  ])(
    "include a link of plain text as HTML would have it, beside it as written: %s",
    (url, plain) => {
      const names = valuesOf(`Entra en ${url} ya`);
      expect(names).toContain(url);
      expect(names).toContain(plain);
    },
  );

  it("include a link with both letters around it and such signs", () => {
    const url = "http://malo.org/x?a=1&amp;b=2";
    expect(valuesOf(`请看${url}谢谢`)).toContain("http://malo.org/x?a=1&b=2");
  });

  it("include every link of as many as may be asked about, also if each is read in two ways", () => {
    const links = Array.from({ length: 240 }, (_, at) => `看http://malo.org/${at}?a=1&amp;b=2看`);
    const { names, unasked } = asked(links.join("\n"));
    expect(unasked).toBe(0);
    expect(names.map(({ value }) => value)).toContain("http://malo.org/239?a=1&b=2");
  });

  it("include a link without such signs once", () => {
    expect(valuesOf("Entra en http://malo.org/x?a=1&b=2 ya").filter(isUrl)).toHaveLength(1);
  });

  it("include a link with blanks around it once, and no part of it", () => {
    expect(valuesOf("http://malo.org/x y http://ñandú/x")).toEqual([
      "ana@amiga.org",
      "amiga.org",
      "http://malo.org/x",
      "http://ñandú/x",
    ]);
  });

  it.each([
    ["Entra en malo.Es ahora", ["malo.es"]],
    ["-malo.Online ya, _MALo.Click aquí", ["malo.online", "malo.click"]],
    ["x-malo.Es ya ya.malo.Es ya malo.Es/x malo.Com ya fin.Hola ya", []],
  ])("include a name where a sentence may begin, though it is no link: %s", (body, names) => {
    const domains = asked(body, "").names.filter(({ type }) => type === "domain");
    expect(domains).toEqual(names.map((value) => ({ type: "domain", value, from: "text" })));
  });

  it.each([
    ["Bestätigen Sie auf malobank.de noch heute", "malobank.de"],
    ["Entra ya en (ladron.me).", "ladron.me"],
    ["Зайдите на пример-зло.рф сегодня", "пример-зло.рф"],
    ["Auf böse.de, jetzt", "böse.de"],
    ["Besuche MaloBank.DE!", "malobank.de"],
    ["Jetzt auf...malobank.de", "malobank.de"],
    ["Jetzt auf malobank.\uff44\uff45", "malobank.de"],
  ])("include a name that is a link only to people: %s", (body, name) => {
    const domains = asked(body, "").names.filter(({ type }) => type === "domain");
    expect(domains).toContainEqual({ type: "domain", value: name, from: "text" });
  });

  it.each([
    "index.ts foo.baz(x) a.b.c x_y.de _a_b.de fin.Hola ya",
    "ana@malo.de und http://malo.de und malo.de/x und http://a.org/malo.re",
    "конец.Начало слова .de de. a..de",
  ])("include no ends of sentences, and no links or mailboxes once more: %s", (body) => {
    const domains = asked(body, "").names.filter(({ type }) => type === "domain");
    expect(domains.filter(({ value }) => value !== "malo.de")).toEqual([]);
  });

  it("leave such names out where there are too many, and do not count them", () => {
    const { names, unasked } = asked(
      Array.from(
        { length: 400 },
        (_, at) => `u${"x".repeat(at % 9)}v${"y".repeat(at % 50)}.de`,
      ).join(" "),
    );
    expect(names.length).toBeLessThanOrEqual(250);
    expect(unasked).toBe(0);
  });

  it("count a link with letters right behind it once, so that 240 of them fit", () => {
    const links = Array.from({ length: 240 }, (_, at) => `http://amiga.org/w/${at}項目`);
    const { names, unasked } = asked(links.join("\n"));
    expect(unasked).toBe(0);
    expect(names.map(({ value }) => value)).toEqual(expect.arrayContaining(links));
  });

  it.each(["https://m\u00fcnchen.org/x", "Hola m\u00fcnchen.org/x y", "//\u00f1u.malo.org"])(
    "include no part of a name in Latin letters: %s",
    (body) => {
      const values = valuesOf(`${body} y http://malo.org`);
      expect(values.filter((value) => /^(?:nchen|u\.malo)/.test(value))).toEqual([]);
    },
  );

  it("include no times and no MAC addresses as IP addresses", () => {
    const pairs = Array.from({ length: 300 }, (_, at) => (at % 60).toString().padStart(2, "0"));
    const log = pairs.map(
      (pair, at) => `03:${(at / 60) | 0}:${pair} 00:1b:2c:3d:0${at % 9}:${pair}`,
    );
    const { names, unasked } = asked(log.join("\n"));
    expect(names.filter(({ type }) => type === "ip")).toEqual([]);
    expect(unasked).toBe(0);
  });

  it.each(["2001:db8::1", "::1", "fe80::", "1:2:3:4:5:6:7:8", "64:ff9b::c633:6407"])(
    "include the address %s",
    (address) => {
      expect(valuesOf(`Servidor ${address}, ayer`)).toContain(address);
    },
  );

  it("include each of several senders, none of them as the sender", () => {
    for (const sender of [
      "a@uno.org, b@dos.org",
      "Ana <a@uno.org>, Bea <b@dos.org>",
      '"Ana, de Uno" <a@uno.org> , b@dos.org',
    ]) {
      const { names } = asked("Hola", sender);
      expect(names.map(({ value }) => value)).toEqual(
        expect.arrayContaining(["a@uno.org", "uno.org", "b@dos.org", "dos.org"]),
      );
      expect(names.filter(({ from }) => from === "sender")).toEqual([]);
    }
  });

  it.each([
    '"Ruiz, Ana" <a@uno.org>',
    '"x@dos.org, Ana" <a@uno.org>',
    "Uno, S.L. <a@uno.org>",
    "Bar @ Uno, S.L. <a@uno.org>",
  ])("include one sender whose display name has a comma: %s", (sender) => {
    expect(asked("Hola", sender).names[0]).toEqual({
      type: "email",
      value: "a@uno.org",
      from: "sender",
    });
  });

  it.each([
    "Ana < a@uno.org >",
    "Ana <a@uno.org>;",
    "Ana <a@uno.org> x",
    "Ana <a @uno.org>",
    "Ana <a@ uno.org>",
    "Ana <'a@uno.org'>",
    "Ana <a@uno.org..> x",
    "Ana [mailto:a@uno.org]",
    '"a"@uno.org',
    '"=?utf-8?Q?Ana?=" <"a"@uno.org>',
  ])("include the address of a badly written sender, which is not the sender's: %s", (sender) => {
    const { names } = asked("Hola", sender);
    expect(names).toContainEqual({ type: "email", value: "a@uno.org", from: "text" });
    expect(names.filter(({ from }) => from === "sender")).toEqual([]);
  });

  it("include the IP address of a sender's server in place of a domain", () => {
    expect(valuesOf("Hola", "a@[198.51.100.7]")).toContain("198.51.100.7");
  });

  it("include the domain of a sender without its trailing dot", () => {
    expect(valuesOf("Hola", "a@uno.org.")).toEqual(["a@uno.org", "uno.org"]);
  });

  it.each([
    "mailto:pagos@malo.org?subject=Factura",
    "mailto:?bcc=pagos@malo.org",
    "file://malo.org/x.exe",
    "file:\\\\malo.org\\x.exe",
    "search-ms:query=a&crumb=location:\\\\malo.org\\x",
    "ms-word:ofe|u|http://malo.org/x.docx",
    "intent://malo.org/x#Intent;scheme=http;end",
  ])("include the host of a link that another program opens: %s", (href) => {
    const { names } = asked(`<p>Hola <a href="${href}">aquí</a></p>`);
    const hosts = names.map(({ value }) => /^http:\/\/([^/?#]+)/.exec(value)?.[1]);
    expect(hosts).toContain("malo.org");
  });

  it.each(["tel:+34600111222", "cid:a", "javascript:a('http://malo.org')", "data:a,//malo.org"])(
    "include nothing of %s",
    (href) => {
      expect(valuesOf(`<p>Hola <a href="${href}">aquí</a></p>`)).toEqual([
        "ana@amiga.org",
        "amiga.org",
      ]);
    },
  );
});
