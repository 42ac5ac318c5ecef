/**
 * For inserts: a report that comes after its tenant's erasure is counted, but leaves nothing else.
 */
export const UNLESS_ERASED = "WHERE NOT EXISTS (SELECT 1 FROM erased)";
