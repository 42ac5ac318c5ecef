import * as z from "zod";
import {
  lines,
  MAX_ID,
  pageSchema,
  pagingQuery,
  time,
  unicode,
} from "../../http/contract/index.ts";
import * as shared from "../schemas.ts";
import { DEFAULT_PROMPT } from "./well-known.ts";

export const MAX_VERSION = 1_000_000;

export const MAX_TEMPLATE = 8_000;
const MAX_VARIABLE = 500;
const MAX_VARIABLES = 20;
const MAX_MESSAGE = 300;
/** For templates and variables at their longest, written in escapes. */
export const MAX_VERSION_BYTES = 384 * 1024;
const MAX_PLACED = 5;
const MAX_WEIGHT = 100;

const word = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "must be 1 to 32 of a-z, 0-9 and -, a letter first");
export const promptName = word;
export const label = word;
const versionNumber = z.int().min(1).max(MAX_VERSION);
const template = unicode.trim().min(1).max(MAX_TEMPLATE);

export const templates = z
  .strictObject({ en: template.optional(), es: template.optional() })
  .refine(({ en, es }) => en !== undefined || es !== undefined, "must have a language")
  .meta({ minProperties: 1 });

const variableName = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,31}$/, "must be 1 to 32 of A-Z, a-z and 0-9, a small letter first");
const variables = z
  .record(variableName, z.string().max(MAX_VARIABLE))
  .refine((given) => Object.keys(given).length <= MAX_VARIABLES, "has too many")
  .meta({ maxProperties: MAX_VARIABLES });

const config = z.strictObject({
  model: shared.modelName.optional(),
  temperature: shared.temperature.optional(),
});

export const newVersion = z
  .strictObject({
    tenantId: shared.tenantId,
    name: promptName.default(DEFAULT_PROMPT),
    template: templates,
    variables: variables.default({}),
    config: config.default({}),
    commitMessage: lines.min(1).max(MAX_MESSAGE),
  })
  .meta({ id: "NewPromptVersion" });

const summary = {
  name: z.string(),
  version: z.int(),
  scope: z.enum(["builtin", "global", "tenant"]),
  label: z.array(z.string()),
  language: z.array(z.string()),
  status: z.enum(["active", "draft", "retired"]),
  createdAt: time,
  createdBy: z.string(),
  commitMessage: z.string(),
  sha256: z.string(),
  default: z.boolean(),
  model: z.string().optional(),
  temperature: z.number().optional(),
};

export const versionSummary = z.strictObject(summary).meta({ id: "PromptVersion" });

export const versions = z
  .strictObject({ versions: z.array(versionSummary), defaultVersion: z.string() })
  .meta({ id: "PromptVersions" });

export const versionShown = z
  .strictObject({
    ...summary,
    template: z.strictObject({ en: z.string().optional(), es: z.string().optional() }),
    variables: z.record(z.string(), z.string()),
    evaluated: z.enum(["passed", "failed", "never"]),
  })
  .meta({ id: "PromptVersionText" });

export const versionsQuery = z.object({ tenantId: shared.tenantId.optional() });
export const versionParam = z.object({
  name: promptName,
  version: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "must be a whole number")
    .transform(Number),
});

const placed = z.strictObject({
  version: versionNumber,
  weight: z.int().min(1).max(MAX_WEIGHT).default(1),
});

export const labelParam = z.object({ label });
export const move = z
  .strictObject({
    tenantId: shared.tenantId,
    name: promptName.default(DEFAULT_PROMPT),
    versions: z
      .array(placed)
      .max(MAX_PLACED)
      .refine(
        (list) => new Set(list.map(({ version }) => version)).size === list.length,
        "names a version twice",
      ),
    protected: z.boolean().optional(),
  })
  .meta({ id: "PromptLabelMove" });

export const moveShown = z
  .strictObject({
    id: z.string(),
    scope: z.enum(["global", "tenant"]),
    name: z.string(),
    label: z.string(),
    versions: z.array(z.strictObject({ version: z.int(), weight: z.int() })),
    protected: z.boolean(),
    state: z.enum(["pending", "applied", "rejected"]),
    requestedBy: z.string(),
    requestedAt: time,
    decidedBy: z.string().nullable(),
    decidedAt: time.nullable(),
  })
  .meta({ id: "PromptLabelMoved" });

export const movePage = pageSchema(moveShown);
export const moveList = z.object({
  tenantId: shared.tenantId,
  name: promptName.optional(),
  label: label.optional(),
  ...pagingQuery,
});
export const moveParam = z.object({ id: z.string().max(MAX_ID) });
export const moveDecision = z.strictObject({ tenantId: shared.tenantId });

export type Templates = z.output<typeof templates>;
export type PromptConfig = z.output<typeof config>;
export type Placed = z.output<typeof placed>;
export type NewVersion = z.output<typeof newVersion>;
export type Move = z.output<typeof move>;
export type VersionSummary = z.output<typeof versionSummary>;
export type VersionShown = z.output<typeof versionShown>;
export type Versions = z.output<typeof versions>;
export type MoveShown = z.output<typeof moveShown>;
