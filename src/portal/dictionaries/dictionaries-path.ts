/** The path of a tenant's list, or without a tenant of the operators' list. */
export function dictionariesPath(tenantId: string | undefined): string {
  return tenantId === undefined ? "/portal/dictionaries" : `/portal/t/${tenantId}/dictionaries`;
}
