import * as z from "zod";
import {
  line,
  MAX_ID,
  MAX_SEARCH,
  moment,
  pagingQuery,
  unicode,
} from "../../http/contract/index.ts";
import { tenantIdSchema } from "../../tenants/shared-schemas.ts";

export const MAX_NOTE = 500;
export const MAX_VALUE = 2048;
export const MAX_LABEL = 64;
/** The most entries of a tenant: every isolate that serves it holds all of them. */
export const MAX_ENTRIES = 10_000;
/** Of a body that names many entries. */
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

export const type = z.enum(["url", "domain", "ip", "asn", "email"]);
export const action = z.enum(["allow", "deny"]);

/** The name of a set of entries that is kept in step as a whole. */
const label = line.min(1).max(MAX_LABEL);

export const entryParam = z.object({ tenantId: tenantIdSchema, id: z.string().max(MAX_ID) });

export const newEntry = z.strictObject({
  action,
  value: z.string().trim().min(1).max(MAX_VALUE),
  type: type.optional(),
  note: unicode.trim().max(MAX_NOTE).optional(),
  expiresAt: moment.optional(),
  label: label.optional(),
});

const mode = z.enum(["add", "replace", "remove"]);

/** Many entries in one step. What an entry does not say itself is said beside them. */
export const entryBatch = z
  .strictObject({
    mode: mode.optional(),
    ...newEntry.omit({ value: true, type: true }).partial().shape,
    dryRun: z.boolean().optional(),
    entries: z.array(newEntry.partial({ action: true })).max(MAX_ENTRIES),
  })
  .superRefine(({ mode: how, action: all, label: set, entries }, context) => {
    const refuse = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (how === "replace" && set === undefined)
      refuse(["label"], "must name the set that is replaced");
    if (how === "remove" || all !== undefined) return;
    const bare = entries.findIndex((one) => one.action === undefined);
    if (bare >= 0) refuse(["entries", bare, "action"], "must be allow or deny");
  });

/** Which entries of a tenant are meant. */
const entryFilter = {
  q: z.string().trim().max(MAX_SEARCH).optional(),
  action: action.optional(),
  type: type.optional(),
  label: label.optional(),
};

export const entryList = z.object({ ...pagingQuery, ...entryFilter });
export const entryExport = z.object(entryFilter);

export type NewEntry = z.infer<typeof newEntry>;
export type EntryBatch = z.infer<typeof entryBatch>;
