const ROWS_A_STATEMENT = 10_000;

/**
 * Writes SQL for tenants with agents of every kind: silent for different times, failing, in conflict,
 * revoked, never seen. It is plain text, so that tests in the runtime and the benchmark outside can use
 * it.
 */
export function fillFleet(count: number, tenants: number, now: number): string[] {
  const owners = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${tenants - 1})
    INSERT INTO tenants (id, name, plan, status, created_at, updated_at)
    SELECT 'tenant-' || i, 'Tenant ' || i, 'team', 'active', 0, 0 FROM n`;
  const agents = Array.from({ length: Math.ceil(count / ROWS_A_STATEMENT) }, (_, at) => {
    const from = at * ROWS_A_STATEMENT;
    const to = Math.min(count, from + ROWS_A_STATEMENT);
    return `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1})
      INSERT INTO agents (agent_id, tenant_id, role, region, code_id, enrolled_at, seq, last_seen,
        interval_s, health, conflict, watched, revoked_at, cert_fingerprint, cert_not_after,
        cert_expiring_from, policy_id, policy_revision, labels, hostname, machine_id, search)
      SELECT printf('%08x-agent', (i * 2654435761) % 4294967296), 'tenant-' || (i % ${tenants}),
        CASE i % 3 WHEN 0 THEN 'gateway' ELSE 'collector' END,
        CASE i % 4 WHEN 0 THEN 'us' ELSE 'eu' END, 'c', 0, 1,
        CASE WHEN i % 50 = 0 THEN 0 WHEN i % 701 = 0 THEN ${now} - 40 * 86400000
          ELSE ${now} - (i % 17) * (i % 13) * 60000 END, 60,
        CASE i % 40 WHEN 1 THEN 'error' WHEN 2 THEN 'degraded' END, i % 997 = 0, i % 2,
        CASE WHEN i % 500 = 7 THEN 1 END, 'f', ${now} + 1000000000, ${now} + 1000000000,
        'default', 1, '{}', 'host-' || i, 'machine-' || i,
        'host-' || i || ' machine-' || i || ' 10.0.' || (i % 256)
      FROM n`;
  });
  return [owners, ...agents];
}
