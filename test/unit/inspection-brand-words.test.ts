import { describe, expect, it } from "vitest";
import { scoreForm } from "../../src/inspection/layers/l1/score-form.ts";
import { readMessage, type Channel } from "../../src/inspection/reading/read-message.ts";
import { registrableOf } from "../../src/intel/index.ts";

const LINK = "https://www.blomsterhuset.example.org/tid/4";

function brandsOf(sender: string, body: string, channel: Channel = "email"): string[] {
  const reading = readMessage({ channel, sender, body });
  const { signals } = scoreForm(reading, { registrable: registrableOf });
  return signals.filter((signal) => signal.includes("brand"));
}

describe("a brand's name that is an ordinary word", () => {
  it.each([
    ["sv", "Paketet levereras i morgon. För att byta dag:"],
    ["sv", "Avgiften anses vara betald när kvittot har kommit:"],
    ["sv", "Lyft locket, torka av kanten och läs mer här:"],
    ["pl", "Zamówienie wysłaliśmy dwa dni temu. Szczegóły:"],
    ["de", "Wegen der starken Nachfrage liefern wir am Montag:"],
    ["de", "Mit anderen Worten, der Termin bleibt:"],
    ["de", "Die Allianz der Sportvereine lädt ein:"],
    ["ro", "Bună ziua, v-am sunat ieri pentru programare:"],
    ["en", "A meeting for founders of start-ups, and what pop-ups cost:"],
    ["es", "¿No quieres más correos? Date de baja:"],
    ["pt", "O estafeta passa de manhã. Escolha outra hora:"],
    ["fr", "Rendez-vous au carrefour de la mairie. Le plan :"],
  ])("counts for nothing in running text beside a link (%s): %s", (_, text) => {
    expect(brandsOf("Ana <ana@acme.org>", `${text} ${LINK}`)).toEqual([]);
    expect(brandsOf("+34600111222", `${text} ${LINK}`, "sms")).toEqual([]);
  });

  it.each(["Så gör du för att lyckas <a@acme.org>", "Wir sagen es mit Worten <a@acme.org>"])(
    "counts for nothing in a sender's name of many words: %s",
    (sender) => {
      expect(brandsOf(sender, "Hej")).toEqual([]);
    },
  );

  it.each(["post@nichtantworten.example", "info@verstarkend.example", "a@starkenburg.example"])(
    "counts for nothing inside a longer word of a host: %s",
    (sender) => {
      expect(brandsOf(sender, `https://www.${sender.split("@")[1]}/a`)).toEqual([]);
    },
  );

  it.each([
    ["Temu <promo@otro.org>", "temu"],
    ["AT&T <bill@otro.org>", "at t"],
    ["ATT Billing <bill@otro.org>", "at t"],
    ["Lyft <ride@otro.org>", "lyft"],
    ["Starken <envios@otro.org>", "starken"],
    ["ANSES <bono@otro.org>", "anses"],
    ["SUNAT <aviso@otro.org>", "sunat"],
    ["Correos <envios@otro.org>", "correos"],
  ])("counts as the name of a sender with a foreign address: %s", (sender, brand) => {
    expect(brandsOf(sender, `Pague aqui: ${LINK}`)).toEqual([`display_brand_mismatch:${brand}`]);
  });

  it.each([
    "temu-regalo.top",
    "att-billing.top",
    "lyft.pago.top",
    "starken-envios.top",
    "correos-aduana.top",
    "anses-bono.top",
    "ups-tasas.top",
    "correoses.top",
    "estafetaru.top",
    "carrefourpromo.top",
    "ansesbonos.top",
  ])("counts as a part of a link's host: %s", (host) => {
    expect(brandsOf("+34600111222", `Pague aqui: https://${host}/a`, "sms")).toEqual([
      `url_brand_like:${host}`,
    ]);
  });
});

describe("a short name inside a longer word of a host", () => {
  it.each([
    "kitchenequipment.example",
    "clientela.example",
    "mintmobile.example",
    "scrapping.example",
    "califoods.example",
    "kartingdirect.example",
  ])("counts for nothing where only chance puts it: %s", (host) => {
    expect(brandsOf(`Ana <ana@${host}>`, `https://www.${host}/a`)).toEqual([]);
  });

  it.each(["nequiseguridad.vip", "pago-entelmultas.top", "tmobilepay.top", "ifoodcupom.top"])(
    "counts where the word begins with it: %s",
    (host) => {
      const [signal] = brandsOf("+34600111222", `Pague aqui: https://${host}/a`, "sms");
      expect(signal).toBe(`url_brand_like:${host}`);
    },
  );
});

describe("a brand's own domain in another country", () => {
  it.each([
    "OLX <noreply@olx.pl>",
    "OLX <noreply@olx.ro>",
    "OLX <noreply@olx.ua>",
    "ING <noreply@ing.ro>",
    "ING <noreply@ing.pl>",
    "Digi <facturi@digi.ro>",
    "TIM <fattura@tim.it>",
    "Garanti BBVA <bilgi@garantibbva.com.tr>",
    "DPD <info@dpd.com.pl>",
    "Autoridade Tributária <noreply@at.gov.pt>",
    "Airbnb <automated@airbnb.pl>",
    "Google <noreply@google.nl>",
    "ING <info@ing-diba.de>",
    "Decathlon <info@decathlon.be>",
    "eBay <ebay@ebay.at>",
    "Vinted <no-reply@vinted.se>",
    "HSBC <info@hsbc.fr>",
    "Carrefour <news@carrefour.pl>",
  ])("is its own, as a sender and in a link: %s", (sender) => {
    const host = /@(.*)>/.exec(sender)?.[1] ?? "";
    expect(brandsOf(sender, `https://www.${host}/cont`)).toEqual([]);
  });

  it.each(["Yuki <yuki@outlook.jp>", "Ji <ji@outlook.kr>", "Ann <ann@outlook.com.au>"])(
    "that sells mailboxes to anybody says nothing of who writes: %s",
    (sender) => {
      expect(brandsOf(sender, "Hello")).toEqual([]);
      const brand = sender.replace(/^\w+/, "Microsoft");
      expect(brandsOf(brand, "Hello")).toEqual(["brand_from_free_mail:microsoft"]);
    },
  );
});
