import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findMatches } from "../../src/inspection/dictionaries/find-matches.ts";
import { classifyWorst } from "../../src/inspection/layers/classify-worst.ts";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { collectNames } from "../../src/inspection/layers/l2/collect-names.ts";
import { openModel } from "../../src/inspection/model/open-model.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";

const sms = (body: string): Message => ({ channel: "sms", sender: "+34600111222", body });
const read = (link: string) => readMessage(sms(`Pague su tasa en ${link} hoy mismo`));
const urlsIn = (link: string) => scoreForm(read(link)).urls;
const signalsOf = (link: string) => scoreForm(read(link)).signals.map((one) => one.split(":")[0]);

describe("a disguised link", () => {
  it.each([
    ["pago-tasa,com/login", "pago-tasa.com/login"],
    ["bit,ly/3abc", "bit.ly/3abc"],
    ["pago,com.mx/tasa", "pago.com.mx/tasa"],
    ["pago,com,mx/tasa", "pago.com.mx/tasa"],
    ["tasa-pago,online/x1", "tasa-pago.online/x1"],
    ["www,pago,com", "www.pago.com"],
    ["www.pago,com", "www.pago.com"],
    ["www. pago .com", "www.pago.com"],
    ["https://pago,com/login", "https://pago.com/login"],
    ["https://pago,com", "https://pago.com"],
    ["pago;com/login", "pago.com/login"],
    ["pago*com/login", "pago.com/login"],
    ["pago•com/login", "pago.com/login"],
    ["pago・com/login", "pago.com/login"],
    ["pago、com/login", "pago.com/login"],
    ["pago-dot-com/login", "pago.com/login"],
    ["pago[.com", "pago.com"],
    ["pago.]com/x", "pago.com/x"],
    ["pago<.>com", "pago.com"],
    ["pago<dot>com", "pago.com"],
    ['pago"."com', "pago.com"],
    ["pago\\.com/x", "pago.com/x"],
    ["pago (dot) com", "pago.com"],
    ["pago [punto] es", "pago.es"],
    ["pago {ponto} com.br", "pago.com.br"],
    ["pago . com", "pago.com"],
    ["bit . ly/3abc", "bit.ly/3abc"],
    ["bit. ly/3abc", "bit.ly/3abc"],
    ["pago..com/login", "pago.com/login"],
    ["pago%2Ecom", "pago.com"],
    ["pago%2ecom/login", "pago.com/login"],
    ["pago[.]com[/]login", "pago.com/login"],
    ["pago․com/x", "pago.com/x"],
    ["ｐａｇｏ.ｃｏｍ/x", "pago.com/x"],
    ["𝐩𝐚𝐠𝐨.𝐜𝐨𝐦/x", "pago.com/x"],
    ["pago｡ｃｏｍ/x", "pago.com/x"],
    // Read by earlier versions too.
    ["pago。com/x", "pago.com/x"],
    ["hxxps[:]//pago[.]com", "https://pago.com"],
    ["pa\u00adgo.c\u200bom/x", "pago.com/x"],
  ])("is found: %s", (written, url) => {
    expect(urlsIn(written)).toEqual([url]);
  });

  it.each([
    "fotos,videos/musica",
    "email,sms/whatsapp",
    "si,no/quizas",
    "rojo,top/abajo",
    "1,5/2,5",
    "red,blue/green",
    "com,net/org",
    "ver lista[.pdf",
    "un dominio .com barato",
    "la burbuja dot-com",
    "hola . es tarde",
    "en la radio. tv/cable",
    "100%2eur",
    "uno、dos",
    "L·L/x",
    "Sr,Sra/Srta",
  ])("is not found in: %s", (written) => {
    expect(urlsIn(written)).toEqual([]);
  });

  it.each([
    "https://good.example/a?to=https%3A%2F%2Fother%2Ecom%2Fx",
    "https://good.example/a,b,com/c",
    "https://good.example/ｐａｔｈ",
    "http://pago%2ecom/login",
  ])("is found beside a plain link, which stays as it is written: %s", (written) => {
    expect(urlsIn(`${written} bit,ly/x`)).toEqual([written, "bit.ly/x"]);
  });

  it("is not made of two names with a comma between", () => {
    expect(urlsIn("ejemplo.com,net/org")).toEqual(["ejemplo.com"]);
  });
});

describe("a name split by hidden text", () => {
  const read = (html: string) =>
    readMessage({ channel: "email", sender: "a@b.example", body: `<p>Pague en ${html} hoy</p>` });

  it.each([
    ['pago<span style="display:none">xx</span>.com/login', "pago.com/login"],
    ['pago<span style="font-size:0">.net/a </span>.com/login', "pago.com/login"],
    ['bit<font color="#ffffff">.example </font>.ly/3abc', "bit.ly/3abc"],
  ])("is read as it is shown: %s", (html, url) => {
    expect(scoreForm(read(html)).urls).toContain(url);
    expect(collectNames(read(html)).names).toContainEqual({
      type: "url",
      value: url,
      from: "text",
    });
  });

  it("leaves a hidden link to be listed once", () => {
    const { urls } = scoreForm(
      read('a <span style="display:none">http://x.example/a</span> http://y.example/b'),
    );
    expect(urls).toEqual(["http://x.example/a", "http://y.example/b"]);
  });
});

describe("a link before a full stop that may also join it to the next word", () => {
  it.each([
    ["https://pago.es . Com carinho", ["https://pago.es", "https://pago.es.Com"]],
    ["https://pago.es . com . com hoje", ["https://pago.es", "https://pago.es.com.com"]],
    ["https://pago.es/a.exe . Com isso", ["https://pago.es/a.exe", "https://pago.es/a.exe.Com"]],
    ["hxxps://pago.es [.] mx hoy", ["pago.es", "https://pago.es.mx"]],
    ["pago.es (dot) com", ["pago.es", "pago.es.com"]],
  ])("is found alone too: %s", (written, urls) => {
    expect(urlsIn(written)).toEqual(urls);
  });

  it("is found alone too at the end of the message", () => {
    const { urls } = scoreForm(readMessage(sms("Pague su tasa en https://pago.es. Info")));
    expect(urls).toEqual(["https://pago.es", "https://pago.es.Info"]);
  });

  it("is asked about by the second layer", () => {
    const values = collectNames(read("https://pago.es . Com carinho")).names.map(
      (one) => one.value,
    );
    expect(values).toContain("https://pago.es");
  });

  it("is not found alone if nothing but the sign stands between", () => {
    expect(urlsIn("https://pago.co[.]uk/x")).toEqual(["https://pago.co.uk/x"]);
  });
});

describe("a disguised link is seen by", () => {
  it("the first layer", () => {
    expect(signalsOf("bbva-pago,com/x")).toEqual(
      expect.arrayContaining(["url_defanged", "url_brand_like"]),
    );
    expect(signalsOf("bit,ly/3abc")).toContain("url_shortener");
  });

  it("the second layer", () => {
    expect(collectNames(read("pago-tasa,com/login")).names).toContainEqual({
      type: "url",
      value: "pago-tasa.com/login",
      from: "text",
    });
  });

  it("the third layer", () => {
    const bytes = new Uint8Array(readFileSync("src/inspection/model/weights.bin"));
    const model = openModel(bytes.buffer);
    const reading = readMessage(
      sms("Banco: acceso nuevo detectado, entre en cuenta-segura,xyz/a1"),
    );
    const asItStands = classifyWorst(model, { ...reading, uncovered: undefined }, false).score;
    expect(asItStands).toBeLessThan(25);
    expect(classifyWorst(model, reading, false).score).toBeGreaterThan(90);
  });

  it("the tenant's dictionaries", () => {
    const dictionary = {
      name: "d",
      severity: "high" as const,
      language: null,
      terms: undefined,
      domains: new Set(["pago-tasa.com"]),
      patterns: [],
    };
    const { signals } = findMatches([dictionary], read("pago-tasa,com/login"), "es");
    expect(signals).toEqual(["dictionary:d"]);
  });
});

describe("a host as a browser reads and shows it", () => {
  it.each([
    ["http://xn--pypal-4ve.com/x", "url_brand_like"],
    ["http://xn--pypal-4ve.com/x", "url_mixed_script"],
    ["http://xn--80ak6aa92e.com/x", "url_brand_like"],
    ["http://xn--80ak6aa92e.com/x", "url_punycode"],
    ["https://pаypаl-login.com/x", "url_brand_like"],
    ["https://bit%2ely/3abc", "url_shortener"],
    ["https://bit.ｌｙ/3abc", "url_shortener"],
    ["https://127%2e0.0.1/x", "url_ip"],
    ["https://google.com∕entrar.mal.example/x", "url_mixed_script"],
  ])("in %s gives the signal %s", (link, signal) => expect(signalsOf(link)).toContain(signal));

  it.each(["https://españa.es/x", "https://münchen.de/x", "https://ｐａｙｐａｌ.com/x"])(
    "gives no signal of a bad link in %s",
    (link) => {
      const bad = signalsOf(link).filter((signal) => /^url_(?!defanged)/.test(signal ?? ""));
      expect(bad).toEqual([]);
    },
  );

  it("has no hyphens counted that only its punycode has", () => {
    expect(signalsOf("https://xn--espaa-rta.es/x")).not.toContain("url_many_hyphens");
  });
});
