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

interface ClaimOrder {
  keyFingerprint: string;
  /** The id for a new agent, if this key has not claimed a use before. */
  agentId: string;
  maxUses: number;
  expired: boolean;
  replayMs: number;
  now: number;
}

interface Claimed {
  agentId: string;
  /** Whether this key had claimed its place before. */
  again: boolean;
}

/** The one writer of one code: who has used it, and with which key. */
export class EnrollmentCodeObject extends DurableObject {
  /** How many places are taken, counted once for each time that the object wakes. */
  private used: number | undefined;

  claim(order: ClaimOrder): Claimed | Refusal {
    const { keyFingerprint, agentId, now } = order;
    const { sql } = this;
    this.used ??= sql.exec<{ n: number }>("SELECT count(*) AS n FROM claims").one().n;
    const [known] = sql
      .exec<{ agent_id: string; at: number }>(
        "SELECT agent_id, at FROM claims WHERE key = ?",
        keyFingerprint,
      )
      .toArray();
    if (known !== undefined && now - known.at <= order.replayMs) {
      this.begin(keyFingerprint);
      return { agentId: known.agent_id, again: true };
    }
    if (order.expired) return refuseCode("code_expired", "The enrollment code has expired.");
    if (known !== undefined || this.used >= order.maxUses) {
      return refuseCode("code_consumed", "The enrollment code has been used up.");
    }
    sql.exec(
      "INSERT INTO claims (key, agent_id, at) VALUES (?, ?, ?)",
      keyFingerprint,
      agentId,
      now,
    );
    this.used += 1;
    this.begin(keyFingerprint);
    return { agentId, again: false };
  }

  /**
   * Gives back a use of the code that made no agent; true if it is free again. It stays taken while
   * another attempt with the same key is under way or has succeeded.
   */
  release(keyFingerprint: string, agentId: string): boolean {
    if (!this.isFor(keyFingerprint, agentId)) return false;
    const [left] = this.sql
      .exec<{ n: number }>(
        "UPDATE attempts SET n = n - 1 WHERE key = ? RETURNING n",
        keyFingerprint,
      )
      .toArray();
    if (left !== undefined && left.n > 0) return false;
    this.forget(keyFingerprint, agentId);
    return true;
  }

  /** Forgets a key whose agent has ended, so that it may enrol again. */
  forget(keyFingerprint: string, agentId: string): void {
    if (!this.isFor(keyFingerprint, agentId)) return;
    const { sql } = this;
    sql.exec("DELETE FROM claims WHERE key = ?", keyFingerprint);
    this.used &&= this.used - 1;
    sql.exec("DELETE FROM attempts WHERE key = ?", keyFingerprint);
  }

  /** For a code that ended long ago: nothing of it stays. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.used = undefined;
  }

  /** Made at each turn, for an object that is asked again behind the end of all it knew. */
  private get sql(): SqlStorage {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, agent_id TEXT NOT NULL, at INTEGER NOT NULL)",
    );
    sql.exec("CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, n INTEGER NOT NULL)");
    return sql;
  }

  private isFor(keyFingerprint: string, agentId: string): boolean {
    const { sql } = this;
    const found = sql.exec(
      "SELECT 1 FROM claims WHERE key = ? AND agent_id = ?",
      keyFingerprint,
      agentId,
    );
    return found.toArray().length > 0;
  }

  private begin(keyFingerprint: string): void {
    this.sql.exec(
      "INSERT INTO attempts (key, n) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET n = n + 1",
      keyFingerprint,
    );
  }
}
