import { describe, expect, it } from "vitest";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { readMessage, type Channel } from "../../src/inspection/reading/read-message.ts";
import { registrableOf } from "../../src/intel/index.ts";

function signalsOf(sender: string, channel: Channel = "email", body = "Hasta luego"): string[] {
  const reading = readMessage({ channel, sender, body });
  return scoreForm(reading, { registrable: registrableOf }).signals;
}

describe("a mail's sender", () => {
  it.each([
    'PayPal <"a b"@otro.org>',
    "PayPal <a@otro.org.>",
    "PayPal <a@.otro.org>",
    "PayPal <a@otro.org>;",
    "PayPal < a@otro.org >",
    "PayPal <a@otro.org> (b (service@paypal.com) c)",
    "PayPal <a@otro.org> (service@paypal.com) (b)",
    "PayPal <a@otro.org>(service@paypal.com",
    "PayPal <a @otro.org> (service@paypal.com)",
    "PayPal <a@otro.org (service@paypal.com)>",
    "PayPal <a@otro.org> (service\\)@paypal.com)",
    "PayPal <a@(service@paypal.com)otro.org>",
    "PayPal <a@ otro.org>",
    '"PayPal <service@paypal.com>" <a@[192.0.2.1]>',
    'PayPal <a@otro.org> "<service@paypal.com>"',
  ])("gives display_brand_mismatch even if its address is malformed: %s", (sender) => {
    expect(signalsOf(sender)).toContain("display_brand_mismatch:paypal");
  });

  it("is read up to 320 characters, an emoji counting as one", () => {
    const sender = `PayPal ${"🙂".repeat(320 - 20)} <a@otro.org>`;
    expect(Array.from(sender)).toHaveLength(320);
    expect(signalsOf(sender)).toEqual(["display_brand_mismatch:paypal"]);
  });

  it.each(["PayPal <service@paypal.com.>", 'PayPal <"a b"@mail.paypal.com>'])(
    "of the brand's own domain gives no display_brand_mismatch: %s",
    (sender) => {
      expect(signalsOf(sender)).toEqual(["sender_malformed"]);
    },
  );

  it.each([
    ["service@xn--pypal-4ve.com", "xn--pypal-4ve.com"],
    ["PayPal <service@p\u0430ypal.com>", "p\u0430ypal.com"],
    ["a@paypal-\u0441lave.com", "paypal-\u0441lave.com"],
  ])("gives sender_host_brand_like for look-alike letters: %s", (sender, host) => {
    expect(signalsOf(sender)).toContain(`sender_host_brand_like:${host}`);
  });

  it.each([
    "Ryanair <itinerary@ryanairmail.com>",
    "PayPal <noticias@mail.paypal-communication.com>",
    "HSBC <alerts@mail.hsbc.com.hk>",
    "Amex <welcome@amex.com>",
    "Barclays <press@news.home.barclays>",
    "Ana <ana@verizon.net>",
    "Jean <jean@orange.fr>",
  ])("of a host that a named brand owns too gives nothing: %s", (sender) => {
    expect(signalsOf(sender)).toEqual([]);
  });

  it.each([
    "a@ryanairmail.com.co",
    "a@ryanairmails.com",
    "a@paypal-communications.com",
    "a@barclays.support",
    "a@hsbc.com.hk.account.top",
  ])("of a host that only resembles one gives sender_host_brand_like: %s", (sender) => {
    expect(signalsOf(sender).join()).toContain("sender_host_brand_like");
  });

  it.each(["Verizon <bill@verizon.net>", "AT&T Support <team@att.net>"])(
    "of a mailbox that a carrier's customers have gives brand_from_free_mail for a brand: %s",
    (sender) => {
      expect(signalsOf(sender).join()).toContain("brand_from_free_mail");
    },
  );

  it.each([
    ["Tim Moss <tim@otro.org>", []],
    ["tim moss <tim@comcast.net>", []],
    ["TIM <fatura@otro.org>", ["display_brand_mismatch:tim"]],
    ["TIM Fatura <conta@gmail.com>", ["brand_from_free_mail:tim"]],
  ])("called Tim is a person, called TIM a carrier: %s", (sender, signals) => {
    expect(signalsOf(sender)).toEqual(signals);
  });

  it.each(["jos\u00e9@acme.org", "ana@\u00f1and\u00fa.org", "Ana <ana@m\u00fcnchen.example>"])(
    "may have any letters (RFC 6532): %s",
    (sender) => {
      expect(signalsOf(sender)).toEqual([]);
    },
  );

  it.each([
    "a\ufffdb@acme.org",
    "ana@ac\u00a0me.org",
    "ana@acme.org\uff0cb",
    "ana@\u{1f600}.org",
    "a\u0001b@acme.org",
  ])("is malformed with signs that are no letters: %j", (sender) => {
    expect(signalsOf(`<${sender}>`)).toContain("sender_malformed");
  });

  it.each([
    ['"info@acme.org" <info@mail.acme.org>', false],
    ['"info@mail.acme.org" <info@acme.org>', false],
    ['"info@acme.co.uk" <info@news.acme.co.uk>', false],
    ['"info@acme.co.uk" <info@news.otro.co.uk>', true],
    ['"ana@firma.org" <ana@rma.org>', true],
    ['"ana@firma.org" <ana@firma.net>', true],
  ])(
    "gives display_address_mismatch only if the shown address is of another firm: %s",
    (sender, isOne) => {
      expect(signalsOf(sender).includes("display_address_mismatch")).toBe(isOne);
    },
  );
});

describe("a telephone's sender", () => {
  it.each([
    "tel:+34600111222",
    "whatsapp:+34600111222",
    "34600111222@s.whatsapp.net",
    "34600111222@c.us",
    "\u2068+34 600 11 12 22\u2069",
    "\u202a+34600111222\u202c",
  ])("may be written as gateways write it: %s", (sender) => {
    expect(signalsOf(sender, "whatsapp")).toEqual([]);
  });

  it.each(["34600111222@otro.org", "whatsapp:", "tel:abc+", "+34600111222,+34600111223"])(
    "is malformed: %s",
    (sender) => {
      expect(signalsOf(sender, "sms")).toEqual(["sender_malformed"]);
    },
  );
});

describe("look-alike letters", () => {
  it.each([
    "50 \u03bcg de levotiroxina",
    "50 \u00b5g de levotiroxina",
    "creatinina 80 \u03bcmol/L",
    "de 10 k\u03a9 a 4 M\u03a9",
  ])("are not seen in %s", (body) => {
    expect(signalsOf("+34600111222", "sms", body)).toEqual([]);
  });

  it.each(["su cu\u0435nta", "B\u0391NCO", "C\u03a9RREOS", "c\u03bcenta", "\u0412anco"])(
    "are seen in %s",
    (body) => {
      expect(signalsOf("+34600111222", "sms", body)).toContain("look_alike_letters");
    },
  );
});
