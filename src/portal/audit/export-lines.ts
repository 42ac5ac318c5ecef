import type { AuditLine } from "../../access/audit.ts";
import { writeCsv } from "../../http/index.ts";
import { timeOf } from "../../platform/index.ts";
import type { NameOf } from "./name-things.ts";
import { actorOf } from "./things.ts";

const HEADER = [
  "at",
  "actor",
  "actor_name",
  "tenant_id",
  "action",
  "target",
  "detail",
  "request_id",
];

/** Lines of the log as CSV, with the names of the API. `more` is the address of the next file. */
export function exportLines(lines: AuditLine[], nameOf: NameOf, more: string | undefined): string {
  const rows = lines.map((line) => [
    timeOf(line.at),
    line.actor,
    nameOf(actorOf(line))?.name,
    line.tenantId,
    line.action,
    line.target,
    line.detail === null ? null : JSON.stringify(line.detail),
    line.requestId,
  ]);
  if (more !== undefined) rows.push(["", "", "", "", "more", more, "", ""]);
  return writeCsv([HEADER, ...rows]);
}
