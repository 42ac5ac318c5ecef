import type { Language } from "./language.ts";

const MICROS = 1_000_000;
/** Unit prices are fractions of a cent. */
const PRICE_DIGITS = 6;

export function sayNumber(language: Language, value: number): string {
  return new Intl.NumberFormat(language).format(value);
}

/** Says an amount, which is in micro-units of its currency. */
export function sayMoney(language: Language, micros: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(micros / MICROS);
}

export function sayPrice(language: Language, micros: number, currency: string): string {
  const options = { style: "currency", currency, maximumFractionDigits: PRICE_DIGITS } as const;
  return new Intl.NumberFormat(language, options).format(micros / MICROS);
}

export function sayShare(language: Language, part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(
    share,
  );
}

export function sayMonth(language: Language, period: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, options).format(new Date(`${period}-01T00:00:00Z`));
}

/** A day and month, for a place that tells the year. */
export function sayDay(language: Language, day: string): string {
  const options = { day: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, options).format(new Date(`${day}T00:00:00Z`));
}

/** A time in UTC, to the minute, as readers without scripts see it. */
export function sayTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** A length of time in the largest unit that fits it evenly, else in seconds. */
export function sayDuration(language: Language, seconds: number): string {
  const found = UNITS.find(([, size]) => seconds >= size && seconds % size === 0);
  const [unit, size] = found ?? (["second", 1] as const);
  const options = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, options).format(seconds / size);
}

/** A time to wait, rounded up, in the largest unit of which it is at least two. */
export function sayWait(language: Language, seconds: number): string {
  const [, size] = UNITS.find(([, each]) => seconds >= 2 * each) ?? [undefined, 1];
  return sayDuration(language, Math.ceil(seconds / size) * size);
}

/** The name of a language by its code; a text that is no code is said as it is. */
export function sayLanguage(language: Language, code: string): string {
  const names = new Intl.DisplayNames(language, { type: "language", fallback: "code" });
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
