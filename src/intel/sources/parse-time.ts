const TIME =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/;
const MINUTE = 60;
/** Some write the end of a day as 24:00. */
const DAY_MINUTES = 24 * 60;
const LEAP_SECOND = 60;
/** Tables store times in 32 bits; some feeds write 9999-12-31 for no end. */
const TOO_LATE = 2 ** 32;

/** Unix seconds of a time in a feed. Without a time zone it is `zoneMinutes` east of UTC. */
export function parseTime(text: string | undefined, zoneMinutes = 0): number | undefined {
  const match = TIME.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone] = match;
  // From a text, as `Date.UTC` takes the years 0 to 99 for those of the last century.
  const midnight = Date.parse(`${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`);
  const minutes = +hour * 60 + +minute;
  const isWithin = +minute < 60 && minutes <= DAY_MINUTES && +second <= LEAP_SECOND;
  if (!isWithin || !isDay(new Date(midnight), +(month ?? 0), +(day ?? 0))) return undefined;
  const local = midnight / 1000 + minutes * MINUTE + +second;
  const seconds = local - offsetOf(zone, zoneMinutes) * MINUTE;
  return seconds > 0 && seconds < TOO_LATE ? seconds : undefined;
}

/** What is beyond its month would be a day of the next one. */
function isDay(date: Date, month: number, day: number): boolean {
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}

function offsetOf(zone: string | undefined, otherwise: number): number {
  if (zone === undefined) return otherwise;
  if (/^[A-Z]/.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith("-") ? -minutes : minutes;
}
