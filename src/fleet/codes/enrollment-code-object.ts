import { DurableObject } from "cloudflare:workers";
import type { Refusal } from "../../http/index.ts";
import { timeOfUuidv7 } from "../../platform/index.ts";
import { refuseCode } from "./refuse-code.ts";
import { CLAIM_LAPSES_MS } from "./replay-window.ts";

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
  /** Whether this key had claimed its use before. */
  again: boolean;
}

/** The only writer of one code's uses: who has used it, and with which key. */
export class EnrollmentCodeObject extends DurableObject {
  /** How many uses are taken, counted once each time the object wakes. */
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
    const claimedId = this.takeBack(keyFingerprint, now) ?? agentId;
    sql.exec(
      "INSERT INTO claims (key, agent_id, at) VALUES (?, ?, ?)",
      keyFingerprint,
      claimedId,
      now,
    );
    this.used += 1;
    this.begin(keyFingerprint);
    return { agentId: claimedId, again: false };
  }

  /**
   * Gives back a use of the code that made no agent; true if it is free again. It stays taken while
   * another attempt with the same key is running or has succeeded.
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
    const insert = "INSERT OR REPLACE INTO given_back (key, agent_id, at) VALUES (?, ?, ?)";
    this.sql.exec(insert, keyFingerprint, agentId, timeOfUuidv7(agentId));
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

  /**
   * The agent id of an earlier use that this key gave back. If D1 did not learn of that, it still has
   * the key under this id, until the key may be taken over.
   */
  private takeBack(keyFingerprint: string, now: number): string | undefined {
    const { sql } = this;
    sql.exec("DELETE FROM given_back WHERE at <= ?", now - CLAIM_LAPSES_MS);
    const [known] = sql
      .exec<{ agent_id: string }>(
        "DELETE FROM given_back WHERE key = ? RETURNING agent_id",
        keyFingerprint,
      )
      .toArray();
    return known?.agent_id;
  }

  /** Deletes everything, for a code that ended long ago. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.used = undefined;
  }

  /** Creates the tables at each call, because an object can be asked again after it was erased. */
  private get sql(): SqlStorage {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, agent_id TEXT NOT NULL, at INTEGER NOT NULL)",
    );
    sql.exec("CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, n INTEGER NOT NULL)");
    sql.exec(
      "CREATE TABLE IF NOT EXISTS given_back (key TEXT PRIMARY KEY, agent_id TEXT NOT NULL, at INTEGER NOT NULL)",
    );
    sql.exec("CREATE INDEX IF NOT EXISTS given_back_at ON given_back (at)");
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
