export function checkPattern(source: string): { reason: string; message: string } | undefined {
  return /\(.*[+*].*\)[+*]/.test(source)
    ? { reason: "ambiguous", message: "is ambiguous" }
    : undefined;
}
