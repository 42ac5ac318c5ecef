export function recordOf(event: unknown): Record<string, unknown> {
  const isRecord = typeof event === "object" && event !== null && !Array.isArray(event);
  return isRecord ? (event as Record<string, unknown>) : { event };
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
