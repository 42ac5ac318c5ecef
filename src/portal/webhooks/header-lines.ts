export type Headers = Readonly<Record<string, string>>;

export function headerLines(headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
