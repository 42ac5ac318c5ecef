const STEP = /^\*\/(\d+)$/;
const NUMBERS = /^\d+(?:,\d+)*$/;

/** Whether a line such as `17 3 * * *` is due in the minute of this time, in UTC as when deployed. */
export function isDue(cron: string, at: Date): boolean {
  const now = [
    at.getUTCMinutes(),
    at.getUTCHours(),
    at.getUTCDate(),
    at.getUTCMonth() + 1,
    at.getUTCDay(),
  ];
  const fields = cron.split(" ");
  if (fields.length !== now.length) throw new Error(`"${cron}" is no cron line.`);
  return fields.every((field, index) => matches(field, now[index] ?? 0));
}

/** Whether a field of a cron line fits: a number, several, every so many, or any, as in wrangler.toml. */
function matches(field: string, value: number): boolean {
  if (field === "*") return true;
  const every = STEP.exec(field)?.[1];
  if (every !== undefined) return value % Number(every) === 0;
  if (!NUMBERS.test(field)) throw new Error(`"${field}" in a cron line is not understood.`);
  return field.split(",").map(Number).includes(value);
}
