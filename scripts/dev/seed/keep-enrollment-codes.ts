import * as z from "zod";
import type { Seeding } from "../seed.ts";
import { keepCredential } from "./keep-credential.ts";
import { DEMO, OTHER } from "./keep-tenants.ts";

const USES = 10_000;
const TTL_SECONDS = 90 * 86_400;

const created = z.object({ code: z.string() });
const listed = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });

/** Keeps or makes a code for each tenant with which many agents may enrol. */
export async function keepEnrollmentCodes(seeding: Seeding) {
  const { enrollmentCode, otherEnrollmentCode } = seeding.kept;
  return {
    enrollmentCode: await keepCode(seeding, DEMO, enrollmentCode),
    otherEnrollmentCode: await keepCode(seeding, OTHER, otherEnrollmentCode),
  };
}

function keepCode(seeding: Seeding, tenantId: string, known?: string): Promise<string> {
  const { call } = seeding;
  const path = "/admin/enrollment-codes";
  const counts = async (code: string) => {
    const { items } = (await call("GET", `${path}?tenantId=${tenantId}&limit=100`)).read(listed);
    return items.some(({ id, status }) => status === "active" && code.startsWith(`rmp_enr_${id}_`));
  };
  const make = async () => {
    const body = { tenantId, maxUses: USES, ttlSeconds: TTL_SECONDS };
    return (await call("POST", path, { body })).read(created).code;
  };
  return keepCredential(seeding, { tenantId, known, counts, make });
}
