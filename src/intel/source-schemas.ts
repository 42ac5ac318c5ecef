import * as z from "zod";
import { changeOf, line, time, unicode } from "../http/contract/index.ts";
import { CATEGORIES } from "./fusion/categories.ts";
import { FORMAT_IDS } from "./sources/formats/index.ts";
import { EFFECTS, SOURCE_KINDS } from "./sources/source.ts";

const MAX_TITLE = 200;
const MAX_LICENCE = 200;
const MAX_ADDRESS = 2048;
const MIN_INTERVAL_SECONDS = 300;
const MAX_INTERVAL_SECONDS = 90 * 86_400;
const MAX_TAU_DAYS = 3650;
const MAX_DELTA = 100;
const SOURCE_ID = /^[a-z0-9][a-z0-9._-]{1,63}$/;

const sourceId = z
  .string()
  .regex(SOURCE_ID, "must be 2 to 64 of a-z, 0-9, dot, - and _, a letter or digit first");
const reliability = z.number().min(0).max(1);
const address = z.url({ protocol: /^https?$/ }).max(MAX_ADDRESS);
const interval = z.int().min(MIN_INTERVAL_SECONDS).max(MAX_INTERVAL_SECONDS);
const decay = z.strictObject({
  tauDays: z.number().positive().max(MAX_TAU_DAYS),
  delta: z.number().positive().max(MAX_DELTA),
});

export const newSource = z.strictObject({
  id: sourceId,
  title: line.min(1).max(MAX_TITLE),
  kind: z.enum(SOURCE_KINDS),
  format: z.enum(FORMAT_IDS),
  category: z.enum(CATEGORIES),
  effect: z.enum(EFFECTS).optional(),
  reliability,
  lineage: line.min(1).max(MAX_TITLE).optional(),
  decay: decay.nullable().optional(),
  licence: unicode.trim().max(MAX_LICENCE).default(""),
  address: address.optional(),
  intervalSeconds: interval.default(86_400),
  refresh: z.boolean().default(false),
});

export const sourceChange = changeOf({
  reliability: reliability.optional(),
  address: address.nullable().optional().describe("null: none, so it is no longer fetched"),
  intervalSeconds: interval.optional(),
  refresh: z.boolean().optional(),
});

export const sourceParam = z.object({ id: sourceId });
export const editionParam = sourceParam.extend({
  version: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
export const feedQuery = z.object({ mayShrink: z.enum(["true", "false"]).optional() });

const badLine = z.strictObject({ line: z.int(), reason: z.string() });

export const source = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    kind: z.enum(SOURCE_KINDS),
    format: z.enum(FORMAT_IDS),
    effect: z.enum(EFFECTS),
    category: z.enum(CATEGORIES),
    reliability,
    lineage: z.string(),
    decay: decay.nullable(),
    licence: z.string(),
    address: z.string().nullable(),
    intervalSeconds: z.int(),
    refresh: z.boolean(),
    builtIn: z.boolean(),
    rows: z.int(),
    retained: z.int(),
    badLines: z.int(),
    firstBadLines: z.array(badLine),
    version: z.int(),
    loadedAt: time.nullable(),
    ageSeconds: z.int().nullable(),
    status: z.enum(["empty", "live", "failed"]),
    lastError: z.string().optional(),
  })
  .meta({ id: "IntelSource" });

export const sourceList = z.strictObject({ items: z.array(source) });

export const acceptedFeed = z
  .strictObject({
    source: z.string(),
    rows: z.int(),
    badLines: z.int(),
    firstBadLines: z.array(badLine),
    version: z.int(),
  })
  .meta({ id: "AcceptedFeed" });

const edition = z
  .strictObject({
    version: z.int(),
    live: z.boolean(),
    rows: z.int(),
    retained: z.int(),
    badLines: z.int(),
    loadedAt: time,
  })
  .meta({ id: "IntelEdition" });

export const editionList = z.strictObject({ items: z.array(edition) });

export type ShownEdition = z.infer<typeof edition>;
export type NewSource = z.infer<typeof newSource>;
export type SourceChange = z.infer<typeof sourceChange>;
export type ShownSource = z.infer<typeof source>;
