import * as z from "zod";
import { SERVICE_OPERATIONS } from "../../../src/access/permissions.ts";
import type { Seeding } from "../seed.ts";

const NAME = "Local services";
const issued = z.object({ key: z.string() });
const listed = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      revokedAt: z.string().nullable(),
      operations: z.array(z.string()),
    }),
  ),
});

/** Keeps or makes the key of the company's own services, for every operation in every tenant. */
export async function keepServiceKey({ call, kept }: Seeding) {
  const { internalServiceKey: known } = kept;
  if (known !== undefined) {
    const { items } = (await call("GET", "/admin/service-keys?limit=100")).read(listed);
    const own = items.find(({ id, revokedAt }) => revokedAt === null && known.includes(`_${id}_`));
    const mayAll = SERVICE_OPERATIONS.every((each) => own?.operations.includes(each));
    if (mayAll) return { internalServiceKey: known };
  }
  const body = { name: NAME, operations: SERVICE_OPERATIONS };
  const { key } = (await call("POST", "/admin/service-keys", { body })).read(issued);
  return { internalServiceKey: key };
}
