import { addColumn } from "../../platform/index.ts";
import type { WrappedKey } from "../envelope/wrap.ts";
import { blobOf } from "./blob-of.ts";
import type { AutoRotation, KeyringRow } from "./record.ts";
import tables from "./tables.sql.txt";
import { VersionStore } from "./version-store.ts";

type StoredKeyring = Omit<KeyringRow, "salt"> & { salt: ArrayBuffer };

/** One tenant's keyring. Every method is synchronous, so nothing comes between its statements. */
export class KeyringStore {
  readonly versions: VersionStore;
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.versions = new VersionStore(sql);
    this.createTables();
  }

  createTables(): void {
    this.sql.exec(tables);
    addColumn(this.sql, "keyring", "settings_at INTEGER");
  }

  keyring(): KeyringRow | undefined {
    const [row] = this.sql
      .exec<StoredKeyring>(
        `SELECT tenant_id AS tenantId, salt, current, minimum, created_at AS createdAt,
          rotate_after_encryptions AS rotateAfterEncryptions, rotate_after_days AS rotateAfterDays,
          settings_at AS settingsAt
        FROM keyring`,
      )
      .toArray();
    return row && { ...row, salt: new Uint8Array(row.salt) };
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

  addVersion(key: WrappedKey, keyId: string, at: number): void {
    this.versions.add(key, keyId, at);
    this.sql.exec("UPDATE keyring SET current = ?", key.version);
  }

  set(minimum: number, { afterEncryptions, afterDays }: AutoRotation, at: number): void {
    this.sql.exec(
      `UPDATE keyring SET minimum = ?, rotate_after_encryptions = ?, rotate_after_days = ?,
        settings_at = ?`,
      minimum,
      afterEncryptions,
      afterDays,
      at,
    );
  }
}
