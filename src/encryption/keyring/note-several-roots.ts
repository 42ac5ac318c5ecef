import { LATE, withinTime, type Database } from "../../platform/index.ts";
import { D1_TIMEOUT_MS } from "../lease/terms.ts";
import { noteRoot, SEVERAL_ROOTS } from "../store.ts";

/** False if D1 does not answer in time. If the note is made later, the next move corrects it. */
export async function noteSeveralRoots(db: Database, tenantId: string): Promise<boolean> {
  const noting = noteRoot(db, tenantId, SEVERAL_ROOTS);
  return (await withinTime(noting, D1_TIMEOUT_MS)) !== LATE;
}
