/**
 * Whether arrays and objects are nested deeper than `levels`. It runs for every body, so it is written
 * for speed: it makes no call for a plain value and no iterator over an array's indexes.
 */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (!isNest(value)) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const inner of value as unknown[]) {
      if (isNest(inner) && nestsDeeper(inner, levels - 1)) return true;
    }
    return false;
  }
  for (const name in value) {
    const inner = value[name];
    if (isNest(inner) && nestsDeeper(inner, levels - 1)) return true;
  }
  return false;
}

export function isNest(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
