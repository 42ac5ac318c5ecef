/** The SQLite tables of a `TenantGate` object, created when it wakes if they are missing. */
export const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS leases (
    id TEXT PRIMARY KEY, period TEXT NOT NULL, granted INTEGER NOT NULL, used INTEGER NOT NULL,
    returned INTEGER NOT NULL, deadline INTEGER NOT NULL, lost INTEGER NOT NULL,
    seq INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS counters (
    lease_id TEXT NOT NULL, price_id TEXT NOT NULL, key_id TEXT NOT NULL, module TEXT NOT NULL,
    calls INTEGER NOT NULL, units INTEGER NOT NULL,
    PRIMARY KEY (lease_id, price_id, key_id, module)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ledger (
    lease_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, period TEXT NOT NULL,
    price_id TEXT NOT NULL, key_id TEXT NOT NULL, module TEXT NOT NULL,
    calls INTEGER NOT NULL, units INTEGER NOT NULL, late INTEGER NOT NULL,
    PRIMARY KEY (lease_id, seq, price_id, key_id, module)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS ledger_at ON ledger (at);
  CREATE TABLE IF NOT EXISTS usage_hours (
    hour TEXT NOT NULL, price_id TEXT NOT NULL, module TEXT NOT NULL, key_id TEXT NOT NULL,
    calls INTEGER NOT NULL, units INTEGER NOT NULL, unsent INTEGER NOT NULL,
    PRIMARY KEY (hour, price_id, module, key_id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS usage_hours_unsent ON usage_hours (hour) WHERE unsent = 1;
  CREATE TABLE IF NOT EXISTS periods (
    period TEXT PRIMARY KEY, quota INTEGER NOT NULL, told INTEGER NOT NULL,
    closed_at INTEGER, used INTEGER, lost INTEGER);
  CREATE TABLE IF NOT EXISTS quotas (until TEXT PRIMARY KEY, quota INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS outbox (
    id TEXT PRIMARY KEY, type TEXT NOT NULL, data TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS key_use (key_id TEXT PRIMARY KEY, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS erased (id INTEGER PRIMARY KEY);`;

/**
 * For inserts: a report that comes after its tenant's erasure is counted, but leaves nothing else.
 */
export const UNLESS_ERASED = "WHERE NOT EXISTS (SELECT 1 FROM erased)";
