/**
 * The tables of each class of objects as its first version made them. They are never changed, because
 * there are objects with these tables. A new class gets its first tables here.
 */
export const FIRST_TABLES = {
  READINESS: `
    CREATE TABLE probe (id INTEGER PRIMARY KEY, at INTEGER);`,
  AGENT: `
    CREATE TABLE record (part TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE events (seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL,
      received_at INTEGER NOT NULL, sent INTEGER NOT NULL DEFAULT 0, line TEXT);
    CREATE INDEX events_unsent ON events (seq) WHERE sent = 0;
    CREATE INDEX events_readable ON events (seq) WHERE sent = 1 AND line IS NOT NULL;`,
  ENROLLMENT_CODE: `
    CREATE TABLE claims (key TEXT PRIMARY KEY, agent_id TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE TABLE attempts (key TEXT PRIMARY KEY, n INTEGER NOT NULL);`,
  TENANT_GATE: `
    CREATE TABLE leases (id TEXT PRIMARY KEY, period TEXT NOT NULL, granted INTEGER NOT NULL, used
      INTEGER NOT NULL, returned INTEGER NOT NULL, deadline INTEGER NOT NULL, lost INTEGER NOT
      NULL, seq INTEGER NOT NULL);
    CREATE TABLE counters (lease_id TEXT NOT NULL, price_id TEXT NOT NULL, key_id TEXT NOT NULL,
      module TEXT NOT NULL, calls INTEGER NOT NULL, units INTEGER NOT NULL, PRIMARY KEY (lease_id,
      price_id, key_id, module)) WITHOUT ROWID;
    CREATE TABLE ledger (lease_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, period
      TEXT NOT NULL, price_id TEXT NOT NULL, key_id TEXT NOT NULL, module TEXT NOT NULL, calls
      INTEGER NOT NULL, units INTEGER NOT NULL, late INTEGER NOT NULL, PRIMARY KEY (lease_id, seq,
      price_id, key_id, module)) WITHOUT ROWID;
    CREATE INDEX ledger_at ON ledger (at);
    CREATE TABLE usage_hours (hour TEXT NOT NULL, price_id TEXT NOT NULL, module TEXT NOT NULL,
      key_id TEXT NOT NULL, calls INTEGER NOT NULL, units INTEGER NOT NULL, unsent INTEGER NOT
      NULL, PRIMARY KEY (hour, price_id, module, key_id)) WITHOUT ROWID;
    CREATE TABLE periods (period TEXT PRIMARY KEY, quota INTEGER NOT NULL, told INTEGER NOT NULL,
      closed_at INTEGER, used INTEGER, lost INTEGER);
    CREATE TABLE quotas (until TEXT PRIMARY KEY, quota INTEGER NOT NULL);
    CREATE TABLE outbox (id TEXT PRIMARY KEY, type TEXT NOT NULL, data TEXT NOT NULL, at INTEGER
      NOT NULL);
    CREATE TABLE key_use (key_id TEXT PRIMARY KEY, at INTEGER NOT NULL);`,
  KEYRING: `
    CREATE TABLE keyring (id INTEGER PRIMARY KEY CHECK (id = 1), tenant_id TEXT NOT NULL, salt
      BLOB NOT NULL, current INTEGER NOT NULL, minimum INTEGER NOT NULL, rotate_after_encryptions
      INTEGER, rotate_after_days INTEGER, created_at INTEGER NOT NULL);
    CREATE TABLE versions (version INTEGER PRIMARY KEY, state TEXT NOT NULL, wrapped BLOB, root_id
      INTEGER NOT NULL, past_roots TEXT NOT NULL, key_id TEXT NOT NULL, created_at INTEGER NOT
      NULL, retired_at INTEGER, disabled_at INTEGER, destroyed_at INTEGER, destroyed_by TEXT,
      encryptions INTEGER NOT NULL DEFAULT 0, decryptions INTEGER NOT NULL DEFAULT 0,
      last_decrypted_at INTEGER);
    CREATE TABLE rotations (idempotency_key TEXT PRIMARY KEY, old_version INTEGER NOT NULL,
      new_version INTEGER NOT NULL, at INTEGER NOT NULL);
    CREATE TABLE usage_reports (id TEXT PRIMARY KEY, at INTEGER NOT NULL);
    CREATE TABLE audit_outbox (id INTEGER PRIMARY KEY, line TEXT NOT NULL);`,
  KNOWLEDGE: `
    CREATE TABLE documents (id TEXT PRIMARY KEY, external_id TEXT UNIQUE, title TEXT NOT NULL,
      source TEXT NOT NULL, url TEXT, mime_type TEXT NOT NULL, language TEXT NOT NULL, tags TEXT
      NOT NULL, hash TEXT NOT NULL, version INTEGER NOT NULL, status TEXT NOT NULL, chunks INTEGER
      NOT NULL, risk REAL NOT NULL, removed INTEGER NOT NULL, expires_at INTEGER, created_at
      INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE INDEX documents_age ON documents (created_at, id);
    CREATE TABLE bodies (document_id TEXT PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE chunks (id INTEGER PRIMARY KEY, document_id TEXT NOT NULL, position INTEGER NOT
      NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, heading TEXT NOT NULL, text TEXT NOT
      NULL, risk REAL NOT NULL, rules TEXT NOT NULL);
    CREATE INDEX chunks_document ON chunks (document_id, position);
    CREATE VIRTUAL TABLE stems USING fts5(title, text, content='', contentless_delete=1,
      tokenize='unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(stems, 'row');
    CREATE TABLE readings (chunk_id INTEGER PRIMARY KEY, document_id TEXT NOT NULL, language TEXT
      NOT NULL, expires_at INTEGER, words INTEGER NOT NULL, text TEXT NOT NULL);
    CREATE TABLE terms (term TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE totals (one INTEGER PRIMARY KEY, chunks INTEGER, words INTEGER);
    CREATE TABLE body_parts (document_id TEXT NOT NULL, part INTEGER NOT NULL, text TEXT NOT NULL,
      PRIMARY KEY (document_id, part));
    CREATE TABLE analysed (document_id TEXT PRIMARY KEY, analyser INTEGER NOT NULL);
    CREATE TABLE uploads (id TEXT PRIMARY KEY, document_id TEXT NOT NULL UNIQUE, version INTEGER
      NOT NULL, status TEXT NOT NULL, reason TEXT, hash TEXT NOT NULL, fields TEXT NOT NULL,
      staged INTEGER NOT NULL, risk REAL NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE spend_open (id TEXT PRIMARY KEY, period TEXT NOT NULL, micros INTEGER NOT NULL,
      tokens INTEGER NOT NULL, at INTEGER NOT NULL, call TEXT NOT NULL);
    CREATE TABLE spend_periods (period TEXT PRIMARY KEY, micros INTEGER NOT NULL, tokens INTEGER
      NOT NULL, unknown_micros INTEGER NOT NULL);
    CREATE TABLE spend_windows (name TEXT PRIMARY KEY, calls INTEGER NOT NULL);
    CREATE TABLE spend_outbox (id TEXT PRIMARY KEY, row TEXT NOT NULL);
    CREATE TABLE audit_outbox (id INTEGER PRIMARY KEY, line TEXT NOT NULL);
    CREATE TABLE vectors (number INTEGER PRIMARY KEY AUTOINCREMENT, chunk_id INTEGER NOT NULL
      UNIQUE, stored INTEGER NOT NULL);
    CREATE TABLE vectors_gone (number INTEGER PRIMARY KEY);
    CREATE TRIGGER chunk_gone AFTER DELETE ON chunks BEGIN INSERT OR IGNORE INTO vectors_gone
      (number) SELECT number FROM vectors WHERE chunk_id = old.id; DELETE FROM vectors WHERE
      chunk_id = old.id; END;`,
  WEBHOOK_ENDPOINT: `
    CREATE TABLE config (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL);
    CREATE TABLE deliveries (event_id TEXT PRIMARY KEY, type TEXT NOT NULL, body TEXT NOT NULL,
      state TEXT NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER, created_at INTEGER NOT
      NULL);
    CREATE INDEX deliveries_next ON deliveries (due_at, created_at) WHERE due_at IS NOT NULL;
    CREATE INDEX deliveries_made ON deliveries (created_at);
    CREATE TABLE attempts (event_id TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, ms INTEGER
      NOT NULL, error TEXT, response TEXT, next_at INTEGER);
    CREATE INDEX attempts_event ON attempts (event_id, at);
    CREATE TABLE health (id INTEGER PRIMARY KEY CHECK (id = 1), failures INTEGER NOT NULL, since
      INTEGER NOT NULL);
    CREATE TABLE breaker (id INTEGER PRIMARY KEY CHECK (id = 1), probe_at INTEGER NOT NULL);
    CREATE TABLE pace (id INTEGER PRIMARY KEY CHECK (id = 1), next_at INTEGER NOT NULL);
    CREATE TABLE warning (id INTEGER PRIMARY KEY CHECK (id = 1), event_id TEXT NOT NULL, percent
      INTEGER NOT NULL, since INTEGER NOT NULL, at INTEGER NOT NULL, tell_at INTEGER);
    CREATE TABLE switch_off (id INTEGER PRIMARY KEY CHECK (id = 1), event_id TEXT NOT NULL, reason
      TEXT NOT NULL, at INTEGER NOT NULL, tell_at INTEGER NOT NULL);`,
} as const;
