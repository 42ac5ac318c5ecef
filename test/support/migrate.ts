import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

const isolate = globalThis as { migrated?: boolean };

// Files that share an isolate share its store.
if (isolate.migrated !== true) await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
isolate.migrated = true;
