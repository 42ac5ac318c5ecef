import type { SealedSecret } from "../tables.ts";

const TABLE =
  "CREATE TABLE IF NOT EXISTS config (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL)";

export interface EndpointConfig {
  endpointId: string;
  tenantId: string;
  url: string;
  secrets: SealedSecret[];
  active: boolean;
  /** Null is no limit. Older objects have stored neither this nor `ordered`. */
  maxPerMinute?: number | null;
  /** One after the other in the order of the events; one that is tried again holds up the rest. */
  ordered?: boolean;
  /** Grows with every change of the endpoint: the higher one counts. */
  version: number;
  /** The endpoint was deleted: nothing is kept for it any more. */
  removed?: true;
}

/** An endpoint as its object has heard of it. */
export class ConfigStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    this.sql.exec(TABLE);
  }

  read(): EndpointConfig | undefined {
    const [row] = this.sql.exec<{ value: string }>("SELECT value FROM config").toArray();
    return row && (JSON.parse(row.value) as EndpointConfig);
  }

  write(config: EndpointConfig): void {
    const value = JSON.stringify(config);
    this.sql.exec(
      `INSERT INTO config (id, value)
         VALUES (1, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
      value,
    );
  }
}
