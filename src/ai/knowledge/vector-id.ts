const VECTOR_ID = /^([^.]*)\.(\d{1,15})$/;

/** The prefix is the tenant's: an index holds the ids of all tenants together. */
export function vectorId(prefix: string, number: number): string {
  return `${prefix}.${number}`;
}

/** The number in an id; undefined if it is no id of a vector. */
export function readVectorId(id: string): { prefix: string; number: number } | undefined {
  const [, prefix, number] = VECTOR_ID.exec(id) ?? [];
  if (prefix === undefined) return undefined;
  return { prefix, number: Number(number) };
}
