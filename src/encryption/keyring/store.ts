import type { WrappedKey } from "../envelope/wrap.ts";
import type { Bytes } from "../suite/bytes.ts";
import type { AutoRotation, KeyringRow, UsageReport, VersionRow, VersionState } from "./record.ts";
import { CREATE_TABLES } from "./tables.ts";

/** A report that an isolate repeats comes within seconds; a rotation is retried within a day. */
const REPORT_MEMORY_MS = 10 * 60_000;
const ROTATION_MEMORY_MS = 24 * 60 * 60_000;

const VERSION_COLUMNS = `version, state, root_id AS rootId, past_roots AS pastRoots, key_id AS keyId,
  created_at AS createdAt, retired_at AS retiredAt, disabled_at AS disabledAt,
  destroyed_at AS destroyedAt, destroyed_by AS destroyedBy, encryptions, decryptions,
  last_decrypted_at AS lastDecryptedAt`;

type Row = Record<string, SqlStorageValue>;

/** All SQL of the `Keyring` object. Every method is synchronous, so each is one whole step. */
export class KeyringStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    this.sql.exec(CREATE_TABLES);
  }

  keyring(): KeyringRow | undefined {
    const [row] = this.sql
      .exec<Row>(
        `SELECT tenant_id AS tenantId, salt, current, minimum, created_at AS createdAt,
          rotate_after_encryptions AS rotateAfterEncryptions, rotate_after_days AS rotateAfterDays
        FROM keyring`,
      )
      .toArray();
    return row && ({ ...row, salt: bytesOf(row["salt"]) } as KeyringRow);
  }

  create({ tenantId, salt, createdAt }: Pick<KeyringRow, "tenantId" | "salt" | "createdAt">): void {
    this.sql.exec(
      `INSERT INTO keyring (id, tenant_id, salt, current, minimum, created_at)
         VALUES (1, ?, ?, 0, 1, ?)`,
      tenantId,
      blobOf(salt),
      createdAt,
    );
  }

  /** The new version becomes the active one; the one before it keeps decrypting. */
  addVersion(key: WrappedKey, keyId: string, at: number): void {
    const { version, rootId, bytes } = key;
    this.sql.exec(
      "UPDATE versions SET state = 'decrypt_only', retired_at = ? WHERE state = 'active'",
      at,
    );
    this.sql.exec(
      `INSERT INTO versions (version, state, wrapped, root_id, past_roots, key_id, created_at)
      VALUES (?, 'active', ?, ?, ?, ?, ?)`,
      version,
      blobOf(bytes),
      rootId,
      JSON.stringify([rootId]),
      keyId,
      at,
    );
    this.sql.exec("UPDATE keyring SET current = ?", version);
  }

  versions(): VersionRow[] {
    return this.sql
      .exec<Row>(`SELECT ${VERSION_COLUMNS} FROM versions ORDER BY version`)
      .toArray()
      .map(versionOf);
  }

  version(version: number): VersionRow | undefined {
    const [row] = this.sql
      .exec<Row>(`SELECT ${VERSION_COLUMNS} FROM versions WHERE version = ?`, version)
      .toArray();
    return row && versionOf(row);
  }

  states(): { version: number; state: VersionState }[] {
    return this.sql
      .exec<{
        version: number;
        state: VersionState;
      }>("SELECT version, state FROM versions ORDER BY version")
      .toArray();
  }

  /** The newest `limit` keys that may still decrypt, and those asked for, as far as they may. */
  usableKeys(limit: number, wanted: readonly number[]): WrappedKey[] {
    const rows = this.sql.exec<Row>(
      `SELECT version, root_id AS rootId, wrapped AS bytes FROM versions
      WHERE state IN ('active', 'decrypt_only')
      ORDER BY version IN (SELECT value FROM json_each(?)) DESC, version DESC LIMIT ?`,
      JSON.stringify(wanted),
      limit + wanted.length,
    );
    return rows.toArray().map(wrappedOf);
  }

  keysNotUnder(rootId: number): WrappedKey[] {
    const rows = this.sql.exec<Row>(
      `SELECT version, root_id AS rootId, wrapped AS bytes FROM versions
      WHERE wrapped IS NOT NULL AND root_id <> ?`,
      rootId,
    );
    return rows.toArray().map(wrappedOf);
  }

  replaceKey({ version, rootId, bytes }: WrappedKey): void {
    this.sql.exec(
      `UPDATE versions SET wrapped = ?, root_id = ?, past_roots = json_insert(past_roots, '$[#]', ?)
      WHERE version = ? AND wrapped IS NOT NULL`,
      blobOf(bytes),
      rootId,
      rootId,
      version,
    );
  }

  disable(version: number, at: number): void {
    this.sql.exec(
      "UPDATE versions SET state = 'disabled', disabled_at = ? WHERE version = ?",
      at,
      version,
    );
  }

  enable(version: number): void {
    this.sql.exec(
      "UPDATE versions SET state = 'decrypt_only', disabled_at = NULL WHERE version = ?",
      version,
    );
  }

  /** Overwrites the wrapped key. The row stays as the record of its destruction. */
  destroy(version: number, by: string, at: number): void {
    this.sql.exec(
      `UPDATE versions SET state = 'destroyed', wrapped = NULL, destroyed_at = ?, destroyed_by = ?
      WHERE version = ?`,
      at,
      by,
      version,
    );
  }

  setMinimum(minimum: number): void {
    this.sql.exec("UPDATE keyring SET minimum = ?", minimum);
  }

  setAutoRotation({ afterEncryptions, afterDays }: AutoRotation): void {
    this.sql.exec(
      "UPDATE keyring SET rotate_after_encryptions = ?, rotate_after_days = ?",
      afterEncryptions,
      afterDays,
    );
  }

  /** Adds an isolate's counts, unless this very report has been added before. */
  addUsage({ id, counts }: UsageReport, at: number): void {
    this.sql.exec("DELETE FROM usage_reports WHERE at < ?", at - REPORT_MEMORY_MS);
    const known = this.sql.exec("SELECT 1 FROM usage_reports WHERE id = ?", id).toArray();
    if (known.length > 0) return;
    this.sql.exec("INSERT INTO usage_reports (id, at) VALUES (?, ?)", id, at);
    for (const { version, encryptions, decryptions } of counts) {
      this.sql.exec(
        `UPDATE versions SET encryptions = encryptions + ?, decryptions = decryptions + ?,
          last_decrypted_at = CASE WHEN ? > 0 THEN ? ELSE last_decrypted_at END
        WHERE version = ?`,
        encryptions,
        decryptions,
        decryptions,
        at,
        version,
      );
    }
  }

  rotation(
    idempotencyKey: string,
    now: number,
  ): { oldVersion: number; newVersion: number } | undefined {
    const [row] = this.sql
      .exec<{ oldVersion: number; newVersion: number }>(
        `SELECT old_version AS oldVersion, new_version AS newVersion FROM rotations
        WHERE idempotency_key = ? AND at >= ?`,
        idempotencyKey,
        now - ROTATION_MEMORY_MS,
      )
      .toArray();
    return row;
  }

  rememberRotation(idempotencyKey: string, newVersion: number, at: number): void {
    this.sql.exec("DELETE FROM rotations WHERE at < ?", at - ROTATION_MEMORY_MS);
    this.sql.exec(
      "INSERT INTO rotations (idempotency_key, old_version, new_version, at) VALUES (?, ?, ?, ?)",
      idempotencyKey,
      newVersion - 1,
      newVersion,
      at,
    );
  }
}

function versionOf(row: Row): VersionRow {
  const pastRoots: unknown = JSON.parse(row["pastRoots"] as string);
  return { ...row, pastRoots } as unknown as VersionRow;
}

function wrappedOf(row: Row): WrappedKey {
  return { ...row, bytes: bytesOf(row["bytes"]) } as unknown as WrappedKey;
}

/** A copy, because a view may look at part of a larger buffer. */
function blobOf(bytes: Bytes): ArrayBuffer {
  return bytes.slice().buffer;
}

function bytesOf(value: SqlStorageValue | undefined): Bytes {
  return new Uint8Array(value as ArrayBuffer);
}
