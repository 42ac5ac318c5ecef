import * as z from "zod";
import { failureOf } from "../../http/index.ts";
import { BrokenSetting, livePlatform, once, readSetting } from "../../platform/index.ts";
import type { AiSearchBinding } from "../vectors/ai-search/binding.ts";
import type { VectorizeBinding } from "../vectors/vectorize-binding.ts";
import type { MarkdownMaker, WorkersAi } from "./run-workers-ai.ts";

const MAX_NAME = 64;

declare global {
  namespace Cloudflare {
    interface Env {
      /** A JSON list of providers, in the order in which they are tried; see docs/ai.md. */
      AI_PROVIDERS: string;
      /** Bound in environments that have Workers AI. Offline there is none. */
      AI?: WorkersAi & MarkdownMaker;
      /** An index of vectors, if one is bound. Offline there is none. */
      VECTORIZE?: VectorizeBinding;
      /** A namespace of AI Search, if one is bound. Offline there is none. */
      AI_SEARCH?: AiSearchBinding;
    }
  }
}

/** Vectorize allows no more. */
const MOST_DIMENSIONS = 1_536;

const secret = () => z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/);

const openAi = () =>
  z.strictObject({
    kind: z.literal("openai-compatible"),
    name: z.string().min(1).max(MAX_NAME),
    baseUrl: z.url(),
    keySecret: secret().optional(),
    /**
     * Azure reads the key from a header of its own, and its older versions want `apiVersion` in the
     * query.
     */
    azure: z.boolean().default(false),
    apiVersion: z.string().optional(),
    /** The place where the provider computes, for tenants whose data must stay in a region. */
    region: z.string().optional(),
    /** The first is the default. A request may name any of them. */
    models: z.array(z.string().min(1)).min(1),
  });

const azureSpeech = () =>
  z.strictObject({
    kind: z.literal("azure-speech"),
    region: z.string().regex(/^[a-z0-9-]{2,40}$/),
    keySecret: secret(),
  });

const deepgram = () => z.strictObject({ kind: z.literal("deepgram"), keySecret: secret() });

/** Called by the binding `AI`. Without the binding, this provider does not exist. */
const workersAi = () =>
  z.strictObject({
    kind: z.literal("workers-ai"),
    name: z.string().min(1).max(MAX_NAME).default("workers-ai"),
    /**
     * Models of text; the first is the default. If the list is empty, the provider answers no
     * questions.
     */
    models: z.array(z.string().min(1)).default([]),
    speech: z.boolean().default(false),
  });

/**
 * Without `rest` it is called by the binding `VECTORIZE`. If that is not bound, this provider does not
 * exist.
 */
const vectorize = () =>
  z.strictObject({
    kind: z.literal("vectorize"),
    name: z.string().min(1).max(MAX_NAME).default("vectorize"),
    region: z.string().optional(),
    /** An index holds vectors of one model only, so no other model can stand in for it. */
    embedding: z.strictObject({
      provider: z.string().min(1).max(MAX_NAME),
      model: z.string().min(1),
      dimensions: z.int().min(1).max(MOST_DIMENSIONS),
      /**
       * Whether to ask the model for this number of dimensions. Not needed if it makes no other number.
       */
      askDimensions: z.boolean().default(false),
    }),
    rest: z
      .strictObject({
        baseUrl: z.url().default("https://api.cloudflare.com/client/v4"),
        accountId: z.string().regex(/^[\w-]{1,64}$/),
        index: z.string().regex(/^[a-z0-9-]{1,64}$/),
        keySecret: secret(),
      })
      .optional(),
  });

/** What AI Search takes by itself: of its models for vectors, one for many languages. */
const SEARCH_MODEL = "@cf/qwen/qwen3-embedding-0.6b";

/**
 * Called by the binding `AI_SEARCH`. If that is not bound, this provider does not exist. It makes the
 * vectors itself.
 */
const aiSearch = () =>
  z.strictObject({
    kind: z.literal("ai-search"),
    name: z.string().min(1).max(MAX_NAME).default("ai-search"),
    region: z.string().optional(),
    model: z.string().min(1).default(SEARCH_MODEL),
  });

const provider = () =>
  z.discriminatedUnion("kind", [
    openAi(),
    azureSpeech(),
    deepgram(),
    workersAi(),
    vectorize(),
    aiSearch(),
  ]);

const settings = once(() => z.array(provider()));

export type OpenAiSettings = z.output<ReturnType<typeof openAi>> & {
  /** The key itself, if the provider is a tenant's own. One of the service names a secret instead. */
  key?: string;
};
export type WorkersAiSettings = z.output<ReturnType<typeof workersAi>>;
export type VectorizeSettings = z.output<ReturnType<typeof vectorize>>;
export type AiSearchSettings = z.output<ReturnType<typeof aiSearch>>;
/** Providers whose models answer questions and make vectors. */
export type ModelSettings = OpenAiSettings | WorkersAiSettings;
type Settings = z.output<ReturnType<typeof settings>>;
export type ServiceProvider = Settings[number];

let lastRead: { text: string; made: Settings | BrokenSetting } | undefined;

/**
 * The providers that the service is configured with. Their addresses come from the configuration only:
 * no request can name one. Throws if the setting cannot be read.
 */
export function serviceProviders(env: Cloudflare.Env): Settings {
  const made = readProviders(env);
  if (made instanceof BrokenSetting) throw made;
  return made;
}

/**
 * As `serviceProviders`, for work that goes on without providers: an empty list if the setting cannot
 * be read.
 */
export function workingProviders(env: Cloudflare.Env): Settings {
  const made = readProviders(env);
  return made instanceof BrokenSetting ? [] : made;
}

export function areProvidersBroken(env: Cloudflare.Env): boolean {
  return readProviders(env) instanceof BrokenSetting;
}

function readProviders({ AI_PROVIDERS: text }: Cloudflare.Env): Settings | BrokenSetting {
  if (lastRead?.text !== text) lastRead = { text, made: parseAndTell(text) };
  return lastRead.made;
}

/** Logs a broken setting once in each isolate, because most callers go on without a word of it. */
function parseAndTell(text: string): Settings | BrokenSetting {
  try {
    return readSetting("AI_PROVIDERS", () => settings().parse(JSON.parse(text)));
  } catch (error) {
    if (!(error instanceof BrokenSetting)) throw error;
    livePlatform.log({ level: "error", event: "ai_providers_broken", reason: failureOf(error) });
    return error;
  }
}

/** The value of a secret, which is a binding like any other. */
export function secretOf(env: Cloudflare.Env, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : (env as unknown as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
