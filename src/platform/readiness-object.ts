import { DurableObject } from "cloudflare:workers";

declare global {
  namespace Cloudflare {
    interface Env {
      READINESS: DurableObjectNamespace<ReadinessObject>;
    }
  }
}

/** Exists for `/readyz` alone: proves that objects start and that their storage takes a write. */
export class ReadinessObject extends DurableObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, at INTEGER)");
  }

  touch(at: number): number {
    const { sql } = this.ctx.storage;
    sql.exec(
      "INSERT INTO probe (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
      at,
    );
    return sql.exec<{ at: number }>("SELECT at FROM probe WHERE id = 1").one().at;
  }
}
