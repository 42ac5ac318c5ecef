import * as z from "zod";
import type { Seeding } from "../seed.ts";
import { DEMO, OTHER } from "./keep-tenants.ts";

const provisioned = z.object({ keyVersion: z.int() });

/** Gives each tenant an encryption key; one that has a key keeps it. */
export async function provisionKeys({ call }: Seeding, serviceKey: string): Promise<void> {
  for (const tenantId of [DEMO, OTHER]) {
    const answer = await call("POST", "/encryption/provision-key", {
      body: { tenantId },
      serviceKey,
    });
    answer.read(provisioned);
  }
}
