import { DurableObject } from "cloudflare:workers";
import type { Refusal } from "../../http/index.ts";
import { refuseCode } from "./refuse-code.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      ENROLLMENT_CODE: DurableObjectNamespace<EnrollmentCodeObject>;
    }
  }
}

/** How long the same key gets the same agent from the same code. */
const REPLAY_WINDOW_MS = 86_400_000;

interface ClaimOrder {
  keyFingerprint: string;
  /** Used when this key is the first to claim this place. */
  agentId: string;
  maxUses: number;
  expired: boolean;
  now: number;
}

interface Claimed {
  agentId: string;
  used: number;
}

/** The one writer of one code: who has used it, and with which key. */
export class EnrollmentCodeObject extends DurableObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, agent_id TEXT NOT NULL, at INTEGER NOT NULL)",
    );
  }

  claim({ keyFingerprint, agentId, maxUses, expired, now }: ClaimOrder): Claimed | Refusal {
    const { sql } = this.ctx.storage;
    const used = sql.exec<{ n: number }>("SELECT count(*) AS n FROM claims").one().n;
    const [known] = sql
      .exec<{ agent_id: string; at: number }>(
        "SELECT agent_id, at FROM claims WHERE key = ?",
        keyFingerprint,
      )
      .toArray();
    if (known !== undefined && now - known.at <= REPLAY_WINDOW_MS) {
      return { agentId: known.agent_id, used };
    }
    if (expired) return refuseCode("code_expired", "The enrollment code has expired.");
    if (known !== undefined || used >= maxUses) {
      return refuseCode("code_consumed", "The enrollment code has been used up.");
    }
    sql.exec("INSERT INTO claims VALUES (?, ?, ?)", keyFingerprint, agentId, now);
    return { agentId, used: used + 1 };
  }

  /** Gives a place back that could not be used. */
  release(keyFingerprint: string, agentId: string): void {
    const { sql } = this.ctx.storage;
    sql.exec("DELETE FROM claims WHERE key = ? AND agent_id = ?", keyFingerprint, agentId);
  }
}
