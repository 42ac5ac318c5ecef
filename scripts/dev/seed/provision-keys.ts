import * as z from "zod";
import { Failure } from "../failure.ts";
import type { Seeding } from "../seed.ts";
import { DEMO, OTHER } from "./keep-tenants.ts";

const provisioned = z.object({ keyVersion: z.int() });
const sealed = z.object({ encrypted: z.string() });

const UNAVAILABLE = 503;
const UNOPENED =
  "The encryption keys that are stored do not open under ENCRYPTION_ROOTS of secrets.env: put that line back as it was, or npm start -- --fresh begins anew.";

/** Gives each tenant an encryption key. A tenant that has a key keeps it, if it can be opened. */
export async function provisionKeys({ call, closed }: Seeding, serviceKey: string): Promise<void> {
  for (const tenantId of [DEMO, OTHER].filter((one) => !closed.has(one))) {
    const order = async (path: string, body: object) => {
      const answer = await call("POST", path, { body: { tenantId, ...body }, serviceKey });
      if (answer.status === UNAVAILABLE) throw new Failure(UNOPENED);
      return answer;
    };
    (await order("/encryption/provision-key", {})).read(provisioned);
    (await order("/encryption/encrypt", { value: "a first value" })).read(sealed);
  }
}
