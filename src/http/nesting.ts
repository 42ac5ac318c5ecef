/** Whether arrays and objects stand in each other deeper than that. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) {
    if (nestsDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}
