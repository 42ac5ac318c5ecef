import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { EVASIONS, perturb } from "../../scripts/train/perturb.ts";
import { seeded } from "../../scripts/train/random.ts";
import { detectLanguage } from "../../src/inspection/language/detect.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import { classify } from "../../src/inspection/layers/l3/classify.ts";
import { fold } from "../../src/inspection/model/fold.ts";
import { fuse } from "../../src/inspection/model/fuse.ts";
import { openModel } from "../../src/inspection/model/open-model.ts";

const file = new Uint8Array(readFileSync("src/inspection/model/weights.bin"));
const model = openModel(file.buffer);
const MOST_BYTES = 400_000;
const HEADER_BYTES = 256;

const FAKE: Message = {
  channel: "sms",
  sender: "+34600111222",
  body: "Santander: su tarjeta ha sido bloqueada por seguridad. Actualice sus datos en https://santander-clientes.info/acceso",
};

describe("the model file", () => {
  it("is smaller than 400,000 bytes", () => {
    expect(file.length).toBeLessThan(MOST_BYTES);
  });

  it("is refused if its version is another", () => {
    const other = file.slice();
    new DataView(other.buffer).setFloat32(0, 99, true);
    expect(() => openModel(other.buffer)).toThrow("version 99");
  });

  it("is refused if its tables are cut short or hold other data", () => {
    expect(() => openModel(file.slice(0, file.length >> 1).buffer)).toThrow();
    const endless = deflateRawSync(new Uint8Array(64 * 1024 * 1024));
    const other = new Uint8Array([...file.subarray(0, HEADER_BYTES), ...endless]);
    expect(() => openModel(other.buffer)).toThrow();
  });
});

describe("classify", () => {
  it.each<[string, Message, string]>([
    ["a fake bank", FAKE, "phishing"],
    [
      "a fake parcel",
      {
        channel: "sms",
        sender: "CTT",
        body: "CTT: a sua encomenda está retida, pague a taxa de 1,99 em https://ctt-taxas.top/p",
      },
      "phishing",
    ],
    [
      "a loan offer",
      {
        channel: "sms",
        sender: "+34",
        body: "Préstamos al instante sin aval, hasta 5000€. Solicita el tuyo: https://prestamo-gana.shop",
      },
      "spam",
    ],
    [
      "a casino",
      {
        channel: "email",
        sender: "Casino <bono@ganacasino.bet>",
        subject: "Bono de 500€",
        body: "Te regalamos 100 tiradas sin depósito. Juega ahora: https://ganacasino.bet",
      },
      "spam",
    ],
    [
      "a one-time code",
      {
        channel: "sms",
        sender: "Google",
        body: "G-482911 es tu código de verificación de Google. No lo compartas.",
      },
      "clean",
    ],
    [
      "a delivery",
      {
        channel: "sms",
        sender: "SEUR",
        body: "SEUR: tu pedido llega hoy entre 10 y 12. Seguimiento https://www.seur.com/seguimiento/88",
      },
      "clean",
    ],
    [
      "a chat",
      {
        channel: "whatsapp",
        sender: "+34600",
        body: "Oye al final vienes a cenar el sábado? avísame y reservo",
      },
      "clean",
    ],
    [
      "a personal mail",
      {
        channel: "email",
        sender: "Ana <ana@estudio.example>",
        subject: "Re: planos",
        body: "Hola Luis, te adjunto los planos con los cambios que hablamos. Un abrazo",
      },
      "clean",
    ],
  ])("recognises %s", (_name, message, kind) => {
    const { probabilities } = classify(model, readMessage(message));
    const sorted = Object.entries(probabilities).sort(([, a], [, b]) => b - a);
    expect(sorted[0]?.[0]).toBe(kind);
  });

  it.each(EVASIONS)("sees through %s", (evasion) => {
    const { score } = classify(model, readMessage(perturb(FAKE, evasion, seeded(1))));
    expect(score).toBeGreaterThan(50);
  });

  it("gives the same answer twice, and accepts an empty text", () => {
    const reading = readMessage(FAKE);
    expect(classify(model, reading)).toEqual(classify(model, reading));
    expect(classify(model, readMessage({ channel: "sms", sender: "", body: "" })).lang).toBe("und");
  });
});

describe("detectLanguage", () => {
  it.each([
    ["es", "Mañana por la tarde tenemos reunión con los proveedores nuevos"],
    ["es", "manana por la tarde no puedo porque tengo que llevar a los ninos"],
    ["pt", "Amanhã à tarde não posso porque tenho de levar as crianças"],
    ["en", "Tomorrow afternoon we have a meeting with the new suppliers"],
    ["fr", "Demain après-midi nous avons une réunion avec les fournisseurs"],
    ["it", "Domani pomeriggio abbiamo una riunione con i nuovi fornitori"],
    ["de", "Morgen Nachmittag haben wir eine Besprechung mit den Lieferanten"],
    ["ca", "Demà a la tarda tenim una reunió amb els nous proveïdors de la ciutat"],
    ["und", "ok vale 12345"],
    ["und", "Завтра вечером у нас встреча с новыми поставщиками"],
    ["und", "Chào mẹ, hôm nay con về nhà muộn vì tàu bị trễ. Mẹ để cơm trong lò nhé"],
    ["und", "Ahoj mami, dnes přijdu domů později, protože vlak má zpoždění"],
    ["und", "Szia anya, ma később érek haza, mert késik a vonat. Hagyd a vacsorát a sütőben"],
    ["es", "Hoy juega Dvořák contra el equipo de mi hermano, ¿vienes a verlo con nosotros?"],
    ["und", "https://www.example.com/una/pagina/muy/larga"],
  ])("returns %s", (lang, text) => {
    expect(detectLanguage(model.language, text)).toBe(lang);
  });
});

describe("fuse", () => {
  it("accepts layers that did not run, and grows with each that did", () => {
    const fusion = { bias: 0, layers: [0.5, 1, 1, 1] } as const;
    const alone = fuse(fusion, [0, undefined, 50, undefined]);
    expect(fuse(fusion, [80, undefined, 50, undefined])).toBeGreaterThan(alone);
    expect(fuse(fusion, [0, 99, 50, undefined])).toBeGreaterThan(alone);
  });
});

describe("fold", () => {
  it.each([
    ["accents", "Mañana está ÇÃO", "Manana esta CAO"],
    ["look-alikes", "сuеntа", "cuenta"],
    ["wide letters", "ＧＲＡＴＩＳ", "GRATIS"],
    ["styled letters", "𝓖𝓻𝓪𝓽𝓲𝓼", "Gratis"],
  ])("folds %s", (_name, text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
