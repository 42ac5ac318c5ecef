declare global {
  namespace Cloudflare {
    /** Bindings that all slices share; each Durable Object declares its own beside its class. */
    interface Env {
      DB: D1Database;
      OBJECTS: R2Bucket;
      ASSETS: Fetcher;
      ENVIRONMENT: string;
      /** JSON list of the OIDC issuers whose tokens count, see docs/operations/deploying.md. */
      OIDC_ISSUERS: string;
      /** The share of successful requests that leave a log line, "0" to "1". */
      LOG_SUCCESS_SHARE: string;
      /** Days after which the audit log and the ledger of AI calls move to files; 400 without it. */
      LEDGER_DAYS?: string;
    }
  }
}

/** The Hono environment of all routes. */
export interface Rampart {
  Bindings: Cloudflare.Env;
}
