import { refuse, type Refusal } from "../http/index.ts";
import type { Tenant } from "./schemas.ts";

/** Whoever is closed is given nothing new; what he has is read, changed and taken away as before. */
export function refuseClosed({ status }: Tenant): Refusal | undefined {
  if (status !== "closed") return undefined;
  return refuse(403, "tenant_closed", "The tenant is closed and gets nothing new.");
}
