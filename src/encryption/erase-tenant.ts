import { eq } from "drizzle-orm";
import { eraseFiles, type Eraser } from "../platform/index.ts";
import { keyrings } from "./tables.ts";
import { PREFIX } from "./trail/lines.ts";

/** Keys are erased before what is sealed under them, so that anything left over cannot be read. */
export const encryptionErasers: readonly Eraser[] = [
  {
    name: "keyring",
    kind: "encryption_keys",
    erase: async ({ env: { KEYRING: keyring }, platform, tenantId, by }) => ({
      gone: await keyring.get(keyring.idFromName(tenantId)).erase(platform.now(), { subject: by }),
    }),
  },
  // Counts nothing: the keys themselves were counted above.
  {
    name: "keyrings",
    kind: "encryption_keys",
    erase: async ({ db, tenantId }) => {
      await db.delete(keyrings).where(eq(keyrings.tenantId, tenantId));
      return { gone: 0 };
    },
  },
  {
    name: "decrypt_trail",
    kind: "decrypt_trail",
    erase: ({ env, tenantId }) => eraseFiles(env.OBJECTS, `${PREFIX}/${tenantId}/`),
  },
];
