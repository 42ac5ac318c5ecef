import type { SealedSecret } from "../tables.ts";
import { EndpointTable } from "./endpoint-table.ts";

const TABLE =
  "CREATE TABLE IF NOT EXISTS config (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL)";

export interface EndpointConfig {
  endpointId: string;
  tenantId: string;
  url: string;
  secrets: SealedSecret[];
  active: boolean;
  /** Null: no limit. Older objects lack this and `ordered`. */
  maxPerMinute?: number | null;
  /** Deliveries go one after the other in the order of events; a failed one holds up the rest. */
  ordered?: boolean;
  /** Grows with every change of the endpoint; of two configurations the higher one counts. */
  version: number;
  /** The endpoint was deleted: nothing is kept for it any more. */
  removed?: true;
}

/** The endpoint's row of D1, as far as its object has been told. */
export class ConfigStore extends EndpointTable {
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
