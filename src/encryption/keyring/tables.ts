/** The SQLite tables of a `Keyring` object, made at its start if they are not there. */
export const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS keyring (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    tenant_id TEXT NOT NULL,
    salt BLOB NOT NULL,
    current INTEGER NOT NULL,
    minimum INTEGER NOT NULL,
    rotate_after_encryptions INTEGER,
    rotate_after_days INTEGER,
    created_at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS versions (
    version INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    wrapped BLOB,
    root_id INTEGER NOT NULL,
    past_roots TEXT NOT NULL,
    key_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    retired_at INTEGER,
    disabled_at INTEGER,
    destroyed_at INTEGER,
    destroyed_by TEXT,
    encryptions INTEGER NOT NULL DEFAULT 0,
    decryptions INTEGER NOT NULL DEFAULT 0,
    last_decrypted_at INTEGER
  );
  CREATE TABLE IF NOT EXISTS rotations (
    idempotency_key TEXT PRIMARY KEY,
    old_version INTEGER NOT NULL,
    new_version INTEGER NOT NULL,
    at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS usage_reports (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
  );
`;
