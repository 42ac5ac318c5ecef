import * as z from "zod";
import {
  distinct,
  flag,
  line,
  mostBytes,
  roomFor,
  searchText,
  unicode,
} from "../http/contract/index.ts";
import { nameSchema, tenantIdSchema } from "../tenants/shared-schemas.ts";

const MAX_TAG = 64;
const USES = ["agents", "inspection"] as const;

export const MAX_ENTRIES = 5_000;
/** Fewer than other entries, because each is checked when it is stored and run over whole messages. */
export const MAX_PATTERNS = 500;
export const MAX_ENTRIES_BYTES = 256 * 1024;
/** Room for all fields besides the entries. */
const MAX_HEAD_BYTES = 32 * 1024;
export const MAX_CONTENT_BYTES = MAX_ENTRIES_BYTES + MAX_HEAD_BYTES;
export const MAX_BODY_BYTES = roomFor(MAX_CONTENT_BYTES);
const MAX_DESCRIPTION = 2_000;
export const MAX_VALUE = 512;
const MAX_NOTE = 500;
const MAX_TAGS = 32;
const MAX_WEIGHT = 100;

export const KINDS = ["terms", "regex", "domains", "hashes"] as const;
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;

const entry = z.strictObject({
  value: unicode.min(1).max(MAX_VALUE),
  weight: z.int().min(0).max(MAX_WEIGHT).default(1),
  note: unicode.max(MAX_NOTE).optional(),
});

const description = unicode.max(MAX_DESCRIPTION);
export const kind = z.enum(KINDS);
const entries = z.array(entry).max(MAX_ENTRIES).meta(mostBytes(MAX_ENTRIES_BYTES));
export const severity = z.enum(SEVERITIES);
const language = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, "must be a language tag");
const tags = distinct(z.array(line.min(1).max(MAX_TAG)).max(MAX_TAGS));
export const appliesTo = distinct(z.array(z.enum(USES)).min(1).max(USES.length));

/** Without `tenantId` it is of the caller's own tenant, or global if an operator makes it. */
export const newDictionary = z
  .strictObject({
    tenantId: tenantIdSchema.nullable().optional(),
    name: nameSchema,
    description: description.default(""),
    kind,
    entries,
    severity: severity.default("medium"),
    language: language.nullable().default(null),
    enabled: z.boolean().default(true),
    appliesTo: appliesTo.default(["agents"]),
    tags: tags.default([]),
  })
  .meta({ id: "NewDetectionDictionary" });

export const dictionaryPartial = z
  .strictObject({
    name: nameSchema,
    description,
    kind,
    entries,
    severity,
    language: language.nullable(),
    enabled: z.boolean(),
    appliesTo,
    tags,
  })
  .partial()
  .meta({ id: "DetectionDictionaryPartial" });

export const dictionaryList = z.object({
  tenantId: tenantIdSchema.optional(),
  kind: kind.optional(),
  enabled: flag.optional(),
  appliesTo: z.enum(USES).optional(),
  tag: z.string().trim().min(1).max(MAX_TAG).optional(),
  q: searchText("the name or the description"),
});

export type Entry = z.infer<typeof entry>;
export type NewDictionary = z.infer<typeof newDictionary>;
export type DictionaryPartial = z.infer<typeof dictionaryPartial>;

export type DictionaryFilter = z.infer<typeof dictionaryList>;
