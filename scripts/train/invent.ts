import { pick, type Random } from "./random.ts";
import {
  BAD_ENDINGS,
  BAIT,
  COUNTRY_CODES,
  DAYS,
  LETTERS,
  LURE,
  LURE_ENDINGS,
  MONEY,
  SHORTENERS,
  wordsOf,
} from "./word-lists.ts";

/** Invents numbers, dates, sums and addresses for the gaps of a scenario; none of them is anybody's. */
export class Inventor {
  /** The first label of the host of the brand last named, for hosts that imitate it. */
  slug = "";
  private readonly random: Random;
  private readonly lang: string;

  constructor(random: Random, lang: string) {
    this.random = random;
    this.lang = lang;
  }

  invent(name: string): string | undefined {
    switch (name) {
      case "code":
        return this.oneOf([
          this.digits(6),
          this.digits(6),
          this.digits(4),
          this.digits(5),
          `${this.digits(3)}-${this.digits(3)}`,
        ]);
      case "num3":
        return this.digits(3);
      case "num4":
      case "last4":
      case "pin":
        return this.digits(4);
      case "num6":
        return this.digits(this.random() < 0.5 ? 6 : 8);
      case "plate":
        return this.oneOf([
          `${this.digits(4)} ${this.upper(3)}`,
          `${this.upper(3)}${this.digits(3)}`,
          `${this.upper(3)}-${this.digits(2)}-${this.digits(2)}`,
        ]);
      case "track":
        return this.oneOf([
          `${this.upper(2)}${this.digits(9)}${this.upper(2)}`,
          this.digits(10),
          this.upper(1) + this.digits(8),
        ]);
      case "word3":
        return this.letters(3);
      case "amount":
        return this.money(2 + Math.floor(this.random() * 3));
      case "small":
        return this.oneOf(
          ["1,99 €", "2,64€", "$1.99", "3.50", "$29", "0,99 €", "R$ 19,90"].slice(
            this.lang === "pt" ? 2 : 0,
            this.lang === "pt" ? 7 : 6,
          ),
        );
      case "date":
        return this.oneOf(DAYS[this.lang] ?? []);
      case "time":
        return `${8 + Math.floor(this.random() * 12)}:${this.oneOf(["00", "15", "30", "45", "10"])}${this.oneOf(["", "", "h"])}`;
      case "phone":
        return this.oneOf(COUNTRY_CODES[this.lang] ?? []) + this.digits(8);
      case "landline":
        return this.oneOf([
          `9${this.digits(8)}`,
          `${this.digits(2)} ${this.digits(4)} ${this.digits(4)}`,
          `2${this.digits(8)}`,
        ]);
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
          : this.oneOf(["https://", "", "www.", "http://"]) +
              this.lureHost() +
              this.oneOf(["", "", `/${this.letters(4)}`]);
      case "mail":
        return `${this.letters(7)}${this.digits(2)}@${this.oneOf(["gmail.com", "outlook.com", "yahoo.com", "yandex.com", "mail.ru", "consultant.example"])}`;
      default:
        return undefined;
    }
  }

  private badLink(): string {
    const chance = this.random();
    const path = this.oneOf([
      "",
      "/",
      `/${this.letters(5)}`,
      "/es/login",
      `/p?id=${this.digits(5)}`,
      "/acceso.php",
    ]);
    if (chance < 0.14)
      return `${this.oneOf(["https://", ""])}${this.oneOf(SHORTENERS)}/${this.letters(6)}`;
    if (chance < 0.17)
      return `http://${this.oneOf(["185", "45", "91"])}.${this.digits(2)}.${this.digits(2)}.${this.digits(2)}${path}`;
    return this.oneOf(["https://", "https://", "http://", "", "www."]) + this.badHost() + path;
  }

  private badHost(): string {
    const words = wordsOf(BAIT, this.lang);
    const name =
      this.slug !== "" && this.random() < 0.7 ? this.slug : this.oneOf([...words, this.letters(6)]);
    const shape = this.oneOf([
      `${name}-${this.oneOf(words)}`,
      `${this.oneOf(words)}-${name}`,
      `${name}${this.digits(2)}`,
      `${name}.${this.oneOf(words)}-${this.oneOf(words)}`,
      name + this.oneOf(words),
    ]);
    return `${shape}.${this.oneOf(BAD_ENDINGS)}`;
  }

  private lureHost(): string {
    const words = wordsOf(LURE, this.lang);
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
    return Array.from({ length: count }, () => pick(this.random, Array.from(LETTERS))).join("");
  }

  private upper(count: number): string {
    return Array.from({ length: count }, () =>
      pick(this.random, Array.from("BCDFGHJKLMNPRSTVWXYZ")),
    ).join("");
  }
}
