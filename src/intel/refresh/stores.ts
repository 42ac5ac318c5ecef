import { database, type Database } from "../../platform/index.ts";
import type { Bucket } from "../segments/manifest.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** The key under which e-mail addresses of exposure lists are hashed. */
      INDICATOR_HMAC_KEY: string;
    }
  }
}

/** Where sources and their feeds are stored. */
export interface Stores {
  db: Database;
  bucket: Bucket;
  /** The key under which e-mail addresses of exposure lists are hashed. */
  mailSecret: string;
}

export function storesOf(env: Cloudflare.Env): Stores {
  return { db: database(env), bucket: env.OBJECTS, mailSecret: env.INDICATOR_HMAC_KEY };
}
