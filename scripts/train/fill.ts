import { pick, type Random } from "./random.ts";

export type Fragments = ReadonlyMap<string, readonly (readonly string[])[]>;

/** `name = first, its second field | next, ...` by line. */
export function readFragments(text: string): Fragments {
  const found = new Map<string, string[][]>();
  for (const line of text.split("\n")) {
    const at = line.indexOf(" = ");
    if (at === -1) continue;
    const items = line.slice(at + 3).split(" | ");
    found.set(line.slice(0, at).trim(), items.map((item) => item.split(",").map((field) => field.trim())));
  }
  return found;
}

const BRANDED = new Set(["bank", "courier", "shop", "telco", "energy", "stream", "tax"]);
const COUNTRY_CODES: Record<string, readonly string[]> = {
  es: ["+346", "6", "+5255", "+5411", "+573", "+569", "+519", "7"],
  pt: ["+55119", "+55219", "119", "+3519", "91", "96", "(31) 9"],
  en: ["+1415", "+447", "07", "1-888-", "+1 (202) ", "+919", "08"],
};
const MONEY: Record<string, readonly string[]> = {
  es: ["# €", "#€", "# EUR", "$#.00", "$ #", "S/ #", "$#.000", "#,50€", "USD #"],
  pt: ["R$ #,00", "R$#", "# €", "#,90 EUR", "R$ #", "#€", "R$ #.000,00"],
  en: ["$#", "£#", "$#.99", "#.00 GBP", "Rs #", "$#,000"],
};
const DAYS: Record<string, readonly string[]> = {
  es: ["12/11", "3 de mayo", "07/09/2026", "el viernes", "15-ene", "28/02", "lunes 9", "22 de octubre"],
  pt: ["12/11", "3 de maio", "07/09/2026", "sexta-feira", "15/01", "28-02-2026", "22 de outubro"],
  en: ["Nov 12", "3 May", "09/07/2026", "Friday", "Jan 15", "28 Feb"],
};
const BAIT: Record<string, readonly string[]> = {
  es: ["verifica", "acceso", "clientes", "seguridad", "pago", "envios", "aduanas", "cuenta", "soporte", "validar", "reembolso", "online", "aviso", "entrega", "tramites", "multas"],
  pt: ["verifica", "acesso", "cliente", "seguranca", "pagamento", "taxas", "alfandega", "conta", "suporte", "validar", "reembolso", "online", "aviso", "entregas", "regularize", "resgate"],
  en: ["verify", "secure", "login", "update", "billing", "redelivery", "customs", "account", "support", "claims", "refund", "online", "alert", "toll", "confirm"],
};
const LURE: Record<string, readonly string[]> = {
  es: ["ofertas", "casino", "dinero", "prestamo", "gana", "bono", "chollo", "vip", "trading", "salud", "promo", "creditos", "apuesta", "catalogo", "curso"],
  pt: ["ofertas", "cassino", "dinheiro", "emprestimo", "ganhe", "bonus", "promo", "vip", "trader", "saude", "credito", "aposta", "catalogo", "cursos", "desconto"],
  en: ["deals", "casino", "cash", "loans", "win", "bonus", "promo", "vip", "trader", "health", "credit", "bets", "catalog", "diet", "offers"],
};
const BAD_ENDINGS = ["com", "com", "info", "top", "xyz", "site", "online", "net", "click", "live", "shop", "cc", "vip", "help", "org", "icu", "me", "web.app", "pages.dev"];
const LURE_ENDINGS = ["com", "shop", "bet", "club", "online", "xyz", "store", "vip", "win", "info", "site", "top", "net", "live"];
const SHORTENERS = ["bit.ly", "cutt.ly", "tinyurl.com", "is.gd", "t.ly", "rb.gy", "shorturl.at"];
const LETTERS = "abcdefghjkmnpqrstuvwxyz0123456789";

/** Writes one message out of a scenario: alternatives chosen, names filled in, the same brand throughout. */
export class Filler {
  private readonly random: Random;
  private readonly lang: string;
  private readonly fragments: Fragments;
  private readonly chosen = new Map<string, readonly string[]>();
  private slug = "";

  constructor(random: Random, lang: string, fragments: Fragments) {
    this.random = random;
    this.lang = lang;
    this.fragments = fragments;
  }

  fill(scenario: string): string {
    let text = scenario;
    for (let open = true; open; ) {
      open = false;
      text = text.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
        open = true;
        return pick(this.random, inner.split("|"));
      });
    }
    return text
      .replace(/<([a-z]+\d?)(?:\.(\d))?>/g, (whole, name: string, field?: string) => this.value(name, field) ?? whole)
      .replace(/ {2,}/g, " ")
      .replace(/ +([.,:;])(?= |$)/g, "$1")
      .trim();
  }

  private value(name: string, field: string | undefined): string | undefined {
    const list = this.fragments.get(name);
    if (list === undefined) return this.generated(name);
    const kept = this.chosen.get(name) ?? pick(this.random, list);
    if (BRANDED.has(name)) this.chosen.set(name, kept);
    if (BRANDED.has(name)) this.slug = (kept[1] ?? "").split(/[./]/)[0] ?? "";
    return field === undefined ? kept[0] : (kept[Number(field) - 1] ?? kept[0]);
  }

  private generated(name: string): string | undefined {
    switch (name) {
      case "code":
        return this.oneOf([this.digits(6), this.digits(6), this.digits(4), this.digits(5), `${this.digits(3)}-${this.digits(3)}`]);
      case "num3":
        return this.digits(3);
      case "num4":
      case "last4":
      case "pin":
        return this.digits(4);
      case "num6":
        return this.digits(this.random() < 0.5 ? 6 : 8);
      case "plate":
        return this.oneOf([`${this.digits(4)} ${this.upper(3)}`, `${this.upper(3)}${this.digits(3)}`, `${this.upper(3)}-${this.digits(2)}-${this.digits(2)}`]);
      case "track":
        return this.oneOf([`${this.upper(2)}${this.digits(9)}${this.upper(2)}`, this.digits(10), this.upper(1) + this.digits(8)]);
      case "word3":
        return this.letters(3);
      case "amount":
        return this.money(2 + Math.floor(this.random() * 3));
      case "small":
        return this.oneOf(["1,99 €", "2,64€", "$1.99", "3.50", "$29", "0,99 €", "R$ 19,90"].slice(this.lang === "pt" ? 2 : 0, this.lang === "pt" ? 7 : 6));
      case "date":
        return this.oneOf(DAYS[this.lang] ?? []);
      case "time":
        return `${8 + Math.floor(this.random() * 12)}:${this.oneOf(["00", "15", "30", "45", "10"])}${this.oneOf(["", "", "h"])}`;
      case "phone":
        return this.oneOf(COUNTRY_CODES[this.lang] ?? []) + this.digits(8);
      case "landline":
        return this.oneOf([`9${this.digits(8)}`, `${this.digits(2)} ${this.digits(4)} ${this.digits(4)}`, `2${this.digits(8)}`]);
      default:
        return this.address(name);
    }
  }

  private address(name: string): string | undefined {
    switch (name) {
      case "badhost":
        return this.badHost();
      case "badlink":
        return this.badLink();
      case "spamhost":
        return this.lureHost();
      case "spamlink":
        return this.random() < 0.2
          ? `https://${this.oneOf(SHORTENERS)}/${this.letters(6)}`
          : this.oneOf(["https://", "", "www.", "http://"]) + this.lureHost() + this.oneOf(["", "", `/${this.letters(4)}`]);
      case "mail":
        return `${this.letters(7)}${this.digits(2)}@${this.oneOf(["gmail.com", "outlook.com", "yahoo.com", "yandex.com", "mail.ru", "consultant.example"])}`;
      default:
        return undefined;
    }
  }

  private badLink(): string {
    const chance = this.random();
    const path = this.oneOf(["", "/", `/${this.letters(5)}`, "/es/login", `/p?id=${this.digits(5)}`, "/acceso.php"]);
    if (chance < 0.14) return `${this.oneOf(["https://", ""])}${this.oneOf(SHORTENERS)}/${this.letters(6)}`;
    if (chance < 0.17) return `http://${this.oneOf(["185", "45", "91"])}.${this.digits(2)}.${this.digits(2)}.${this.digits(2)}${path}`;
    return this.oneOf(["https://", "https://", "http://", "", "www."]) + this.badHost() + path;
  }

  private badHost(): string {
    const words = BAIT[this.lang] ?? [];
    const name = this.slug !== "" && this.random() < 0.7 ? this.slug : this.oneOf([...words, this.letters(6)]);
    const shape = this.oneOf([`${name}-${this.oneOf(words)}`, `${this.oneOf(words)}-${name}`, `${name}${this.digits(2)}`, `${name}.${this.oneOf(words)}-${this.oneOf(words)}`, name + this.oneOf(words)]);
    return `${shape}.${this.oneOf(BAD_ENDINGS)}`;
  }

  private lureHost(): string {
    const words = LURE[this.lang] ?? [];
    return `${this.oneOf(words)}${this.oneOf(["-", "", ""])}${this.oneOf([...words, this.letters(4), this.digits(2)])}.${this.oneOf(LURE_ENDINGS)}`;
  }

  private money(digits: number): string {
    const number = `${1 + Math.floor(this.random() * 9)}${this.digits(digits - 1)}`;
    return this.oneOf(MONEY[this.lang] ?? ["#"]).replace("#", number);
  }

  private oneOf(list: readonly string[]): string {
    return pick(this.random, list);
  }

  private digits(count: number): string {
    return Array.from({ length: count }, () => String(Math.floor(this.random() * 10))).join("");
  }

  private letters(count: number): string {
    return Array.from({ length: count }, () => pick(this.random, [...LETTERS])).join("");
  }

  private upper(count: number): string {
    return Array.from({ length: count }, () => pick(this.random, [..."BCDFGHJKLMNPRSTVWXYZ"])).join("");
  }
}
