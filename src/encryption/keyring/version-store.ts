import type { WrappedKey } from "../envelope/wrap.ts";
import { blobOf } from "./blob-of.ts";
import type { VersionRow, VersionState } from "./record.ts";

const VERSION_COLUMNS = `version, state, root_id AS rootId, past_roots AS pastRoots, key_id AS keyId,
  created_at AS createdAt, retired_at AS retiredAt, disabled_at AS disabledAt,
  destroyed_at AS destroyedAt, destroyed_by AS destroyedBy, encryptions, decryptions,
  last_decrypted_at AS lastDecryptedAt`;

/** A version as it is stored: the roots are JSON. */
type StoredVersion = Omit<VersionRow, "pastRoots"> & { pastRoots: string };
type StoredKey = Omit<WrappedKey, "bytes"> & { bytes: ArrayBuffer };

/** A keyring's versions, each with its wrapped key until that is destroyed. */
export class VersionStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** The new version becomes the active one; the one before it keeps decrypting. */
  add(key: WrappedKey, keyId: string, at: number): void {
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
  }

  all(): VersionRow[] {
    return this.sql
      .exec<StoredVersion>(`SELECT ${VERSION_COLUMNS} FROM versions ORDER BY version`)
      .toArray()
      .map(versionOf);
  }

  find(version: number): VersionRow | undefined {
    const [row] = this.sql
      .exec<StoredVersion>(`SELECT ${VERSION_COLUMNS} FROM versions WHERE version = ?`, version)
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

  /** The newest `limit` keys that may decrypt, and those of the wanted that may. */
  usableKeys(limit: number, wanted: readonly number[]): WrappedKey[] {
    const rows = this.sql.exec<StoredKey>(
      `SELECT version, root_id AS rootId, wrapped AS bytes FROM versions
      WHERE state IN ('active', 'decrypt_only')
      ORDER BY version IN (SELECT value FROM json_each(?)) DESC, version DESC LIMIT ?`,
      JSON.stringify(wanted),
      limit + wanted.length,
    );
    return rows.toArray().map(wrappedOf);
  }

  keysNotUnder(rootId: number): WrappedKey[] {
    const rows = this.sql.exec<StoredKey>(
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
}

function versionOf({ pastRoots, ...row }: StoredVersion): VersionRow {
  return { ...row, pastRoots: JSON.parse(pastRoots) as number[] };
}

function wrappedOf({ bytes, ...row }: StoredKey): WrappedKey {
  return { ...row, bytes: new Uint8Array(bytes) };
}
