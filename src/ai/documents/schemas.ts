import * as z from "zod";
import {
  distinct,
  cursorQuery,
  isBase64,
  line,
  moment,
  pageSchema,
  pagingQuery,
  searchText,
  time,
  unicode,
} from "../../http/contract/index.ts";
import { ROLES } from "../../access/permissions.ts";
import { BUILTIN_NAMES, BUILTIN_SOURCE } from "../knowledge/builtin-names.ts";
import { ROLE, USER } from "../principals-of.ts";
import { language, tenantId } from "../schemas.ts";
import { cleanText } from "./clean-text.ts";
import { MAX_BODY_BYTES, MAX_LONG_TEXT } from "./limits.ts";

const MAX_TAG = 64;
const MAX_TITLE = 300;
const MAX_SOURCE = 120;
const MAX_ADDRESS = 2_000;
const MAX_TYPE = 120;
/** The longest name that a caller may give a document in an address. */
const MAX_NAMED = 256;

export const MAX_BATCH = 100;
export const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const MAX_TAGS = 32;
const MAX_PRINCIPALS = 32;

const externalId = z
  .string()
  .regex(/^[\w.:@/-]{1,200}$/, "must be 1 to 200 of A-Z, a-z, 0-9 and _.:@/-")
  .refine((id) => !id.startsWith(BUILTIN_NAMES), "is kept for the product's own pages");
const tag = line.min(1).max(MAX_TAG);
const PRINCIPAL = new RegExp(`^(?:${USER}[\\w-]{1,64}|${ROLE}(?:${ROLES.join("|")}))$`);
const principal = z
  .string()
  .regex(PRINCIPAL, `must be ${USER} and the id of a person, or ${ROLE} and a role of the tenant`);
/** Shown beside a document's text, so it is cleaned like that text, and put on one line. */
const shown = unicode.overwrite((text) => cleanText(text).text.replace(/\s+/g, " "));

function namesUser(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username + url.password !== "";
}

const fields = {
  title: shown.min(1).max(MAX_TITLE),
  source: shown
    .min(1)
    .max(MAX_SOURCE)
    .refine((name) => name !== BUILTIN_SOURCE, "is kept for the product's own pages"),
  url: z
    .url({ protocol: /^https?$/ })
    .max(MAX_ADDRESS)
    // A citation shows it as a link, and the part before "@" would look like another host.
    .refine((text) => !namesUser(text), "must not hold a user or password")
    .refine((text) => text.isWellFormed() && cleanText(text).removed === 0, "must all be seen")
    .optional(),
  mimeType: unicode.max(MAX_TYPE).default("text/plain"),
  text: unicode.min(1).max(MAX_LONG_TEXT).optional(),
  contentBase64: z
    .base64()
    .max(MAX_BODY_BYTES)
    .refine(isBase64, "must be Base64 with its padding")
    .optional(),
  language: language.optional(),
  tags: distinct(z.array(tag).max(MAX_TAGS)).default([]),
  acl: distinct(z.array(principal).min(1).max(MAX_PRINCIPALS)).optional().meta({
    description:
      "Who finds the document: people, and roles with all above them. Absent: everybody of the tenant. An empty list is refused.",
  }),
  expiresAt: moment.optional(),
};

const oneContent = (order: { text?: unknown; contentBase64?: unknown }) =>
  (order.text === undefined) !== (order.contentBase64 === undefined);
const ONE_CONTENT = { message: "must have either text or contentBase64", path: ["text"] };

export const newDocument = z
  .strictObject({ tenantId, externalId: externalId.optional(), ...fields })
  .refine(oneContent, ONE_CONTENT)
  .meta({ id: "NewDocument" });

export const namedDocument = z
  .strictObject({ tenantId, ...fields })
  .refine(oneContent, ONE_CONTENT)
  .meta({ id: "NamedDocument" });

const batchItem = z
  .strictObject({ externalId: externalId.optional(), ...fields })
  .refine(oneContent, ONE_CONTENT);

export const batch = z
  .strictObject({ tenantId, documents: z.array(batchItem).min(1).max(MAX_BATCH) })
  .meta({ id: "DocumentBatch" });

/** The name that the tenant gave the document. */
export const externalParam = z.object({ id: externalId });
export const idParam = z.object({ id: z.string().max(MAX_NAMED) });

/** Documents with the first three are not found by a search yet. */
const status = z.enum(["queued", "processing", "failed", "indexed", "quarantined"]);

export const listQuery = z.object({
  tenantId,
  ...pagingQuery,
  ...cursorQuery,
  status: status.optional(),
  source: z.string().max(MAX_SOURCE).optional(),
  tag: tag.optional(),
  q: searchText("the title, source, name, address or a tag"),
});

export const document = z
  .strictObject({
    id: z.string(),
    externalId: z.string().nullable(),
    title: z.string(),
    source: z.string(),
    url: z.string().nullable(),
    mimeType: z.string(),
    language: z.string(),
    tags: z.array(z.string()),
    /** Null: everybody of the tenant. Only for those who may write documents. */
    acl: z.array(z.string()).nullable().optional(),
    sha256: z.string(),
    version: z.int(),
    status,
    chunkCount: z.int(),
    /** The highest risk among its parts, from 0 to 1. */
    risk: z.number(),
    /** How many unseen characters were removed. */
    removedCharacters: z.int(),
    expiresAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "Document" });

export const storedDocument = z
  .strictObject({
    ...document.shape,
    text: z.string(),
    /** A new version on its way. This version counts until the new one is published. */
    pending: z
      .strictObject({
        version: z.int(),
        status: z.enum(["queued", "processing", "failed"]),
        reason: z.string().nullable(),
        indexedParts: z.int(),
        updatedAt: time,
      })
      .nullable(),
    chunks: z.array(
      z.strictObject({
        position: z.int(),
        start: z.int(),
        end: z.int(),
        heading: z.string(),
        risk: z.number(),
        rules: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "StoredDocument" });

export const documentPage = z.strictObject({
  ...pageSchema(document).shape,
  /** The cursor of the next page; null on the last. */
  cursor: z.string().nullable(),
});
export const receipt = z
  .strictObject({
    id: z.string(),
    version: z.int(),
    status,
    changed: z.boolean(),
  })
  .meta({ id: "DocumentReceipt" });

export const batchReceipt = z.strictObject({
  items: z.array(
    z.union([
      receipt,
      z.strictObject({
        error: z.string(),
        message: z.string(),
        statusCode: z.int(),
        /** With a failure that nobody expected: the log has its reason. */
        requestId: z.string().optional(),
      }),
    ]),
  ),
});

export const reindexOrder = z.strictObject({ tenantId }).meta({ id: "ReindexRequest" });
export const reindexReceipt = z.strictObject({ documents: z.int() });

export const removal = z.strictObject({ id: z.string(), chunks: z.int() });

export type DocumentOrder = z.output<typeof batchItem>;
export type BatchItem = z.infer<typeof batchReceipt>["items"][number];
export type Receipt = z.infer<typeof receipt>;
export type ShownDocument = z.infer<typeof document>;
export type WholeDocument = z.infer<typeof storedDocument>;
