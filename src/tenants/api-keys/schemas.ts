import * as z from "zod";
import {
  changeOf,
  distinct,
  moment,
  pagingOnly,
  searchText,
  unicode,
} from "../../http/contract/index.ts";
import { isAddressOrBlock } from "../../platform/index.ts";
import { MODULES } from "../gate/modules.ts";
import { DEFAULT_GRACE_SECONDS, MAX_QUOTA } from "../limits.ts";
import { nameSchema, tenantIdSchema } from "../shared-schemas.ts";

/** Longer than any way to write an IPv6 block. */
const MAX_ADDRESS = 64;
const MAX_ADDRESSES = 50;
const MAX_NOTE = 500;
export const MAX_GRACE_SECONDS = 7 * 86_400;

const scopes = distinct(z.array(z.enum(MODULES)).min(1).max(MODULES.length));
const note = unicode.max(MAX_NOTE).nullable();
export const monthlyCap = z.int().min(1).max(MAX_QUOTA).nullable();
const allowedAddresses = z
  .array(
    z.string().max(MAX_ADDRESS).refine(isAddressOrBlock, "must be an IP address or a CIDR block"),
  )
  .max(MAX_ADDRESSES);

export const newApiKey = z.strictObject({
  name: nameSchema,
  scopes,
  expiresAt: moment.optional(),
  allowedAddresses: allowedAddresses.default([]),
  note: note.default(null),
  monthlyCap: monthlyCap.default(null),
});

export const apiKeyChange = changeOf({
  name: nameSchema.optional(),
  scopes: scopes.optional(),
  expiresAt: moment.nullable().optional(),
  allowedAddresses: allowedAddresses.optional(),
  note: note.optional(),
  monthlyCap: monthlyCap.optional(),
  disabled: z.boolean().optional(),
});

export const rotation = z
  .strictObject({
    graceSeconds: z.int().min(0).max(MAX_GRACE_SECONDS).default(DEFAULT_GRACE_SECONDS),
  })
  .prefault({});

export const apiKeyList = pagingOnly.extend({
  q: searchText("the name, the note, how the key begins or ends"),
});

export const apiKeyParam = z.object({
  tenantId: tenantIdSchema,
  id: z.string().regex(/^[0-9A-Za-z]{10}$/, "must be the id of a key"),
});

export type NewApiKey = z.infer<typeof newApiKey>;
export type ApiKeyChange = z.infer<typeof apiKeyChange>;
