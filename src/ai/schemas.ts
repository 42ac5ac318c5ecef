import * as z from "zod";
import { line } from "../http/contract/index.ts";

const MIN_LANGUAGE = 2;
const MAX_LANGUAGE = 10;
const MAX_TEMPERATURE = 2;
const MAX_PROMPT_VERSION = 128;
const MAX_MODEL = 128;

export const MAX_QUERY = 4_000;
export const MAX_TOP = 20;
export const DEFAULT_TOP = 5;

export const tenantId = z.string().min(1);
/** The query of a route that reads from one tenant. */
export const inTenant = z.object({ tenantId });
export const query = z.string().min(1).max(MAX_QUERY);
export const top = z.int().min(1).max(MAX_TOP);
export const language = z.string().min(MIN_LANGUAGE).max(MAX_LANGUAGE);
export const temperature = z.number().min(0).max(MAX_TEMPERATURE);
export const traceId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, "must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-'");
export const promptVersion = z.string().max(MAX_PROMPT_VERSION);
/** The model that a question names. `chooseModels` refuses one that the tenant may not use. */
export const model = z.string().max(MAX_MODEL);
export const modelName = line.min(1).max(MAX_MODEL);
/** The fields that a question to the assistant and a trial of its prompt share. */
export const question = {
  tenantId,
  query,
  promptVersion: promptVersion.optional(),
  maxDocuments: top.optional(),
  model: model.optional(),
  temperature: temperature.optional(),
};
