import { refuse, type Refusal } from "../../http/index.ts";
import type { Asker } from "../asker.ts";
import { liveIndexOf, unavailable } from "../live/live-index.ts";
import { TooManyReads } from "../live/read-range.ts";
import { Unconfirmed } from "../lookup/confirm-doubts.ts";
import type { Knowledge } from "../lookup/look-up.ts";
import type { ExportKind, ExportRow } from "./export-list.ts";
import { keepExport } from "./keep-export.ts";
import { MAX_ROWS, UnreadWords } from "./list-names.ts";
import { MAX_OWN_ROWS, tenantExport } from "./tenant-export.ts";

/** The platform lets a request make 10,000 calls; the rest of them is for all else that it does. */
const MOST = { calls: 9_000, rows: MAX_ROWS };
const RETRY_SECONDS = 60;

/** The tenant's list of a kind. If a part of it cannot be read, the whole is refused with 503. */
export async function exportRows(
  { env, platform }: Asker,
  knowledge: Knowledge,
  kind: ExportKind,
  withSuspicious: boolean,
  most = MOST,
): Promise<ExportRow[] | Refusal> {
  try {
    const confirm = liveIndexOf(env).confirmAtMost(most.calls);
    const { index } = knowledge;
    const text = await keepExport(env.OBJECTS, kind, { index, confirm }, platform, most.rows);
    const mostRows = MAX_OWN_ROWS;
    const full = () => platform.log({ level: "warn", event: "intel_export_full", kind, mostRows });
    return tenantExport(text, kind, knowledge.lists, withSuspicious, { most: mostRows, full });
  } catch (error) {
    if (!(error instanceof UnreadWords || error instanceof Unconfirmed)) throw error;
    const { source, message: reason } = error;
    platform.log({ level: "error", event: "intel_export_failed", kind, source, reason });
    return error.cause instanceof TooManyReads ? tooManyReads() : unavailable();
  }
}

/** Blocks that were read are in the cache by then, so the next try gets further. */
function tooManyReads(): Refusal {
  const message = "The list takes more reads of large sources than one request may make.";
  return refuse(503, "export_too_large", message, { retryAfterSeconds: RETRY_SECONDS });
}
