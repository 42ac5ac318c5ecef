const TIME =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/;
const MINUTE = 60;
/** Tables store times in 32 bits; some feeds write 9999-12-31 for no end. */
const TOO_LATE = 2 ** 32;

/** Unix seconds of a time in a feed. Without a time zone it is `zoneMinutes` east of UTC. */
export function parseTime(text: string | undefined, zoneMinutes = 0): number | undefined {
  const match = TIME.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone] = match;
  const local = Date.UTC(+(year ?? 0), +(month ?? 0) - 1, +(day ?? 0), +hour, +minute, +second);
  const seconds = local / 1000 - offsetOf(zone, zoneMinutes) * MINUTE;
  return seconds > 0 && seconds < TOO_LATE ? seconds : undefined;
}

function offsetOf(zone: string | undefined, otherwise: number): number {
  if (zone === undefined) return otherwise;
  if (/^[A-Z]/.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith("-") ? -minutes : minutes;
}
