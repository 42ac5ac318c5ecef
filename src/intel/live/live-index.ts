import { failureOf, keepShape, refuse, type Refusal } from "../../http/index.ts";
import {
  ageOf,
  database,
  SharedWork,
  type Database,
  type EdgeCache,
  type Log,
  type Outlive,
} from "../../platform/index.ts";
import type { Index } from "../indexes/build-index.ts";
import { confirmBy, type ConfirmDoubts } from "../lookup/confirm-doubts.ts";
import { Findings } from "../lookup/findings.ts";
import { loadSuffixes } from "../suffixes/load-suffixes.ts";
import { readNewerManifest, type Bucket, type ManifestEntry } from "../segments/manifest.ts";
import { DamagedSource } from "./damaged-source.ts";
import { loadIndex } from "./load-index.ts";
import { loadSegment, type Shelves } from "./load-segment.ts";
import { LossWatch } from "./lost-manifest.ts";
import { RangeReader } from "./read-range.ts";
import { TellDamage } from "./tell-damage.ts";
import { tellFeeds } from "./tell-feeds.ts";

/** After this time an isolate looks for a newer manifest, in the background. */
export const LOOK_AFTER_MS = 15_000;
/** After this time requests wait for that look. */
export const INDEX_TTL_MS = 30_000;
/** How often the store is asked while it fails. */
const RETRY_AFTER_MS = 2_000;
/** How long a request waits for a load, which may have ended with the request that began it. */
const PATIENCE_MS = 10_000;

export interface Moment {
  now: number;
  log: Log;
  outlive: Outlive;
}

/**
 * The index of one isolate. One request loads it for all that wait, and it is replaced as a whole. If
 * the store fails, the last good one stays.
 */
export class LiveIndex {
  readonly confirm: ConfirmDoubts;
  private readonly shelves: Shelves;
  private readonly tell: TellDamage;
  private readonly loss: LossWatch;
  private readonly ranges: RangeReader;
  private index: Index | undefined;
  private etag: string | undefined;
  private checkedAt = 0;
  private failedAt = 0;
  private readonly loading = new SharedWork();

  constructor(bucket: Bucket, cache: EdgeCache | undefined, db: Database) {
    this.shelves = { bucket, cache };
    this.tell = new TellDamage(db);
    this.loss = new LossWatch(db);
    this.ranges = new RangeReader(bucket, cache);
    this.confirm = confirmBy(this.ranges.read);
  }

  /** With a limit on reads outside of this isolate, for work that may have many doubts. */
  confirmAtMost(calls: number): ConfirmDoubts {
    return confirmBy(this.ranges.atMost(calls));
  }

  /** The index, if it is new enough to need no look. */
  peek(now: number): Index | undefined {
    return ageOf(this.checkedAt, now) < LOOK_AFTER_MS ? this.index : undefined;
  }

  /** The index to answer from; 503 only if there has never been one. */
  async current(moment: Moment): Promise<Index | Refusal> {
    const { now } = moment;
    const known = this.peek(now);
    if (known !== undefined) return known;
    const isTooOld = ageOf(this.checkedAt, now) >= INDEX_TTL_MS;
    if (this.index === undefined || isTooOld) await this.look(moment);
    else moment.outlive(this.look(moment));
    return this.index ?? unavailable();
  }

  /** Looks for a newer manifest at once, after a change by this isolate. */
  async refresh(moment: Moment): Promise<void> {
    this.checkedAt = 0;
    this.failedAt = 0;
    if (this.loading.isRunning) await this.look(moment);
    await this.look(moment);
  }

  private async look(moment: Moment): Promise<void> {
    if (ageOf(this.failedAt, moment.now) < RETRY_AFTER_MS) return;
    const load = () => this.load(moment);
    await this.loading.join(load, moment.outlive, scheduler.wait(PATIENCE_MS));
  }

  private async load(moment: Moment): Promise<void> {
    const { now, log } = moment;
    const began = performance.now();
    try {
      const [newer] = await Promise.all([
        readNewerManifest(this.shelves.bucket, this.etag),
        loadSuffixes(),
      ]);
      if (newer !== undefined && newer.etag === undefined) await this.loss.check(now);
      if (newer !== undefined && (this.index === undefined || newer.etag !== this.etag)) {
        const { shelves } = this;
        const segment = (entry: ManifestEntry) => loadSegment(shelves, entry, moment.outlive);
        const before = this.index;
        this.index = await loadIndex(segment, newer.manifest, before);
        // Replaces the findings of the last look-up, which hold on to the old index.
        keepShape("findings", new Findings(this.index));
        this.etag = newer.etag;
        log({ level: "info", event: "intel_index_loaded", version: newer.manifest.version });
        tellFeeds(newer.manifest.entries, before, now + performance.now() - began, log);
        this.show(this.tell.healed(), moment);
      }
      const named = this.index?.parts.map(({ source }) => source.id) ?? [];
      this.show(this.loss.found(named), moment);
      this.checkedAt = now;
    } catch (error) {
      this.failedAt = now;
      const isDamaged = error instanceof DamagedSource;
      const reason = isDamaged ? error.message : failureOf(error);
      const source = isDamaged ? error.source : undefined;
      log({ level: "error", event: "intel_index_failed", reason, source });
      if (isDamaged) this.show(this.tell.damaged(error, now), moment);
    }
  }

  /** In the background: requests do not wait for what is shown to operators. */
  private show(telling: Promise<void>, { log, outlive }: Moment): void {
    const failed = (error: unknown) =>
      log({ level: "error", event: "intel_damage_untold", reason: failureOf(error) });
    outlive(telling.catch(failed));
  }
}

export function unavailable(): Refusal {
  return refuse(503, "intel_unavailable", "Threat intelligence cannot be read at the moment.", {
    retryAfterSeconds: RETRY_AFTER_MS / 1000,
  });
}

const indexes = new WeakMap<R2Bucket, LiveIndex>();

/** The index of this isolate for its bucket. */
export function liveIndexOf(env: Cloudflare.Env): LiveIndex {
  const { OBJECTS } = env;
  const known = indexes.get(OBJECTS);
  if (known !== undefined) return known;
  const cache = typeof caches === "undefined" ? undefined : caches.default;
  const made = new LiveIndex(OBJECTS, cache, database(env));
  indexes.set(OBJECTS, made);
  return made;
}
