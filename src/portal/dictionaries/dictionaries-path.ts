/** A tenant's list, or the one of operators. */
export function dictionariesPath(tenantId: string | undefined): string {
  return tenantId === undefined ? "/portal/dictionaries" : `/portal/t/${tenantId}/dictionaries`;
}
