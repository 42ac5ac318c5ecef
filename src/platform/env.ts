declare global {
  namespace Cloudflare {
    /** Bindings that everybody shares; each Durable Object adds its own beside its class. */
    interface Env {
      DB: D1Database;
      OBJECTS: R2Bucket;
      ASSETS: Fetcher;
      ENVIRONMENT: string;
      /** JSON list of the OIDC issuers whose tokens count, see docs/operations.md. */
      OIDC_ISSUERS: string;
      /** The share of successful requests that leave a log line, "0" to "1". */
      LOG_SUCCESS_SHARE: string;
      /**
       * After how many days the audit log and the ledger of AI calls move to files; 400 without one.
       */
      LEDGER_DAYS?: string;
    }
  }
}

/** The Hono environment of every route in the house. */
export interface Rampart {
  Bindings: Cloudflare.Env;
}
