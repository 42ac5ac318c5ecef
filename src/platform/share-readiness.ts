import { checkReadiness, MAX_PROBE_MS, type Readiness } from "./check-readiness.ts";
import { SharedWork } from "./shared-work.ts";
import type { RequestSurroundings } from "./surroundings.ts";

/**
 * Anybody may ask and each try writes a file, so whoever asks within this time gets the same
 * answer.
 */
const SHARED_MS = 1_000;
/** The first may be another request's that was cut off; the second is our own. */
const MAX_TRIES = 2;

interface Tried {
  begunAt: number;
  readiness: Readiness;
}

class SharedProbe {
  private readonly trying = new SharedWork();
  private tried: Tried | undefined;

  async of({ env, platform, outlive }: RequestSurroundings): Promise<Readiness> {
    const now = platform.now();
    const probe = async () => {
      this.tried = { begunAt: now, readiness: await checkReadiness(env, platform) };
    };
    let known = this.since(now - SHARED_MS, now);
    for (let tries = 0; tries < MAX_TRIES && known === undefined; tries += 1) {
      await this.trying.join(probe, outlive, scheduler.wait(MAX_PROBE_MS));
      // A try that was running already may have begun earlier: it counts, since we saw it end.
      known = this.since(now - MAX_PROBE_MS, now);
    }
    return known ?? checkReadiness(env, platform);
  }

  private since(from: number, now: number): Readiness | undefined {
    const { tried } = this;
    return tried !== undefined && tried.begunAt > from && tried.begunAt <= now
      ? tried.readiness
      : undefined;
  }
}

const probes = new WeakMap<R2Bucket, SharedProbe>();

/** Which parts work, tried within the last second. */
export async function shareReadiness(request: RequestSurroundings): Promise<Readiness> {
  const known = probes.get(request.env.OBJECTS);
  if (known !== undefined) return known.of(request);
  const made = new SharedProbe();
  probes.set(request.env.OBJECTS, made);
  return made.of(request);
}
