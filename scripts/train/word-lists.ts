/**
 * Splits a list of items, which are separated by " | ". Lists fill the gaps of scenarios, by language.
 */
function items(text: string): readonly string[] {
  return text.split(" | ");
}

type ByLanguage = Record<string, readonly string[]>;

/** Returns the words of a language; hosts in languages that have none of their own are in English. */
export function wordsOf(words: ByLanguage, lang: string): readonly string[] {
  return words[lang] ?? words["en"] ?? [];
}

export const COUNTRY_CODES: ByLanguage = {
  es: items("+346 | 6 | +5255 | +5411 | +573 | +569 | +519 | 7"),
  pt: items("+55119 | +55219 | 119 | +3519 | 91 | 96 | (31) 9"),
  en: items("+1415 | +447 | 07 | 1-888- | +1 (202)  | +919 | 08"),
};
export const MONEY: ByLanguage = {
  es: items("# € | #€ | # EUR | $#.00 | $ # | S/ # | $#.000 | #,50€ | USD #"),
  pt: items("R$ #,00 | R$# | # € | #,90 EUR | R$ # | #€ | R$ #.000,00"),
  en: items("$# | £# | $#.99 | #.00 GBP | Rs # | $#,000"),
};
export const DAYS: ByLanguage = {
  es: items(
    "12/11 | 3 de mayo | 07/09/2026 | el viernes | 15-ene | 28/02 | lunes 9 | 22 de octubre",
  ),
  pt: items("12/11 | 3 de maio | 07/09/2026 | sexta-feira | 15/01 | 28-02-2026 | 22 de outubro"),
  en: items("Nov 12 | 3 May | 09/07/2026 | Friday | Jan 15 | 28 Feb"),
};
export const BAIT: ByLanguage = {
  es: items(
    "verifica | acceso | clientes | seguridad | pago | envios | aduanas | cuenta | soporte | validar | reembolso | online | aviso | entrega | tramites | multas",
  ),
  pt: items(
    "verifica | acesso | cliente | seguranca | pagamento | taxas | alfandega | conta | suporte | validar | reembolso | online | aviso | entregas | regularize | resgate",
  ),
  en: items(
    "verify | secure | login | update | billing | redelivery | customs | account | support | claims | refund | online | alert | toll | confirm",
  ),
};
export const LURE: ByLanguage = {
  es: items(
    "ofertas | casino | dinero | prestamo | gana | bono | chollo | vip | trading | salud | promo | creditos | apuesta | catalogo | curso",
  ),
  pt: items(
    "ofertas | cassino | dinheiro | emprestimo | ganhe | bonus | promo | vip | trader | saude | credito | aposta | catalogo | cursos | desconto",
  ),
  en: items(
    "deals | casino | cash | loans | win | bonus | promo | vip | trader | health | credit | bets | catalog | diet | offers",
  ),
};
export const BAD_ENDINGS = items(
  "com | com | info | top | xyz | site | online | net | click | live | shop | cc | vip | help | org | icu | me | web.app | pages.dev",
);
export const LURE_ENDINGS = items(
  "com | shop | bet | club | online | xyz | store | vip | win | info | site | top | net | live",
);
export const SHORTENERS = items(
  "bit.ly | cutt.ly | tinyurl.com | is.gd | t.ly | rb.gy | shorturl.at",
);
export const LETTERS = "abcdefghjkmnpqrstuvwxyz0123456789";
