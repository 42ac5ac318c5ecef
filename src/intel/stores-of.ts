import { database } from "../platform/index.ts";
import type { Stores } from "./refresh/accept-feed.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** The key under which e-mail addresses of exposure lists are hashed. */
      INDICATOR_HMAC_KEY: string;
    }
  }
}

export function storesOf(env: Cloudflare.Env): Stores {
  return { db: database(env), bucket: env.OBJECTS, mailSecret: env.INDICATOR_HMAC_KEY };
}
