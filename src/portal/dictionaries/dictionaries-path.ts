import type { View } from "../frame/view.ts";

/** The list that the reader is in: a tenant's, or the one of operators. */
export function dictionariesPath({ tenantId }: View): string {
  return tenantId === undefined ? "/portal/dictionaries" : `/portal/t/${tenantId}/dictionaries`;
}
