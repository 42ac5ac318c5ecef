import type { Refusal } from "../../http/index.ts";
import type { Asker } from "../asker.ts";
import { unavailable } from "../live/live-index.ts";
import { Unconfirmed } from "../lookup/confirm-doubts.ts";
import type { Knowledge } from "../lookup/look-up.ts";
import type { ExportKind, ExportRow } from "./export-list.ts";
import { keepExport } from "./keep-export.ts";
import { UnreadWords } from "./list-names.ts";
import { tenantExport } from "./tenant-export.ts";

/** The tenant's list of a kind; 503 rather than one that lacks what could not be read. */
export async function exportRows(
  { env, platform }: Asker,
  knowledge: Knowledge,
  kind: ExportKind,
  withSuspicious: boolean,
): Promise<ExportRow[] | Refusal> {
  try {
    const text = await keepExport(env.OBJECTS, kind, knowledge, platform.now());
    return tenantExport(text, kind, knowledge.lists, withSuspicious);
  } catch (error) {
    if (!(error instanceof UnreadWords || error instanceof Unconfirmed)) throw error;
    const { source, message: reason } = error;
    platform.log({ level: "error", event: "intel_export_failed", kind, source, reason });
    return unavailable();
  }
}
