import { database, type Outlive, type RequestSurroundings } from "../../platform/index.ts";
import { dispatch } from "../../tenants/dispatch.ts";
import type { TenantEvent } from "../../tenants/tenant-events.ts";
import type { Message } from "../reading/read-message.ts";
import type { Layer } from "../layers/layer.ts";
import type { HeldKey } from "../idempotency/claim-key.ts";
import type { Inspected } from "../schemas.ts";
import { putInspections, type Keeping } from "./store.ts";
import { digestOf, textOf } from "./digest.ts";
import { WriteTogether } from "./write-together.ts";

/** Signals whose value is not taken from the message. */
const KEPT_VALUES = /^(?:dictionary|too_many_names|seen_repeatedly|split_words):/;
const TOP_SIGNALS = 8;

export interface Finished {
  tenantId: string;
  keyId: string;
  message: Message;
  inspected: Inspected;
  heldKey: HeldKey | undefined;
  /** The URL of the request. The link to the portal takes its origin. */
  url: string;
}

interface Job {
  around: RequestSurroundings;
  keeping: Keeping;
}

const writers = new WeakMap<D1Database, WriteTogether<Job>>();

/** Stores what may be stored of an inspection, with an event if the message is flagged. */
export async function keepInspection(
  around: RequestSurroundings,
  finished: Finished,
): Promise<void> {
  const { env, platform, outlive } = around;
  const { tenantId, keyId, message, inspected, heldKey } = finished;
  const { inspectionId, verdict, score, lang } = inspected;
  const now = platform.now();
  const layers = inspected.layers.map(withoutValues);
  const keeping: Keeping = {
    row: {
      id: inspectionId,
      tenantId,
      keyId,
      channel: message.channel,
      messageHash: await hashOf(env, tenantId, message),
      verdict,
      score,
      lang,
      layers,
      createdAt: now,
    },
    event: verdict === "clean" ? undefined : eventOf(finished, layers, now),
    keptAnswer: heldKey && {
      tenantId,
      keyHash: heldKey.keyHash,
      claim: heldKey.claim,
      answer: await heldKey.seal(inspected),
    },
  };
  await writerOf(env).add({ around, keeping }, outlive);
}

/** Makes the hash by which a message that comes with feedback is recognised as the inspected one. */
export async function hashOf(
  env: Cloudflare.Env,
  tenantId: string,
  message: Message,
): Promise<string> {
  const digest = await digestOf(env.INDICATOR_HMAC_KEY, "message", tenantId, textOf(message));
  return digest.toString("hex");
}

function writerOf({ DB }: Cloudflare.Env): WriteTogether<Job> {
  const known = writers.get(DB);
  if (known !== undefined) return known;
  const made = new WriteTogether<Job>(writeAll);
  writers.set(DB, made);
  return made;
}

async function writeAll(jobs: readonly Job[], outlive: Outlive): Promise<void> {
  const [first] = jobs;
  if (first === undefined) return;
  const { env, platform } = first.around;
  const all = jobs.map(({ keeping }) => keeping);
  const events = await putInspections(database(env), all);
  if (events.length > 0) outlive(dispatch(env, events, platform));
}

/** Removes the values that signals took from the message, because nothing of the message is stored. */
function withoutValues({ layer, score, signals }: Layer): Layer {
  const kept = signals.map((one) => (KEPT_VALUES.test(one) ? one : (one.split(":", 1)[0] ?? one)));
  return { layer, score, signals: [...new Set(kept)] };
}

/** The id of the event about a flagged inspection. */
export function eventIdOf(inspectionId: string): string {
  return `evt_${inspectionId}`;
}

function eventOf({ tenantId, message, inspected, url }: Finished, layers: Layer[], now: number) {
  const { inspectionId, verdict, score, lang } = inspected;
  const event: TenantEvent = {
    id: eventIdOf(inspectionId),
    tenantId,
    type: "inspection.flagged",
    data: {
      inspectionId,
      verdict,
      score,
      channel: message.channel,
      lang,
      signals: topSignals(layers),
      link: `${new URL(url).origin}/portal/t/${tenantId}/inspections/${inspectionId}`,
    },
    createdAt: now,
  };
  return event;
}

/** Gives the first signals of the layers that found something, the highest score first. */
function topSignals(layers: readonly Layer[]): string[] {
  return layers
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .flatMap(({ signals }) => signals)
    .slice(0, TOP_SIGNALS);
}
