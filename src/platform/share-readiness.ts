import { checkReadiness, MAX_PROBE_MS, type Readiness } from "./check-readiness.ts";
import type { Platform } from "./platform.ts";
import { SharedWork } from "./shared-work.ts";

/** Anybody may ask, and each try writes a file: whoever comes so soon after another hears the same. */
const SHARED_MS = 1_000;
/** Another one's try that ended with its request, and then one's own. */
const MAX_TRIES = 2;

interface Tried {
  begunAt: number;
  readiness: Readiness;
}

interface Prober {
  env: Cloudflare.Env;
  platform: Platform;
  /** Keeps the try alive for those who wait for it when the request that began it goes away. */
  outlive: (work: Promise<unknown>) => void;
}

class SharedProbe {
  private readonly trying = new SharedWork();
  private tried: Tried | undefined;

  async of({ env, platform, outlive }: Prober): Promise<Readiness> {
    const now = platform.now();
    const probe = async () => {
      this.tried = { begunAt: now, readiness: await checkReadiness(env, platform) };
    };
    let known = this.since(now - SHARED_MS, now);
    for (let tries = 0; tries < MAX_TRIES && known === undefined; tries += 1) {
      await this.trying.join(probe, outlive, scheduler.wait(MAX_PROBE_MS));
      // Of a try that was running already the end has been seen, which is what counts.
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

/** What stands and what does not, really tried within the last second. */
export async function shareReadiness(prober: Prober): Promise<Readiness> {
  const known = probes.get(prober.env.OBJECTS);
  if (known !== undefined) return known.of(prober);
  const made = new SharedProbe();
  probes.set(prober.env.OBJECTS, made);
  return made.of(prober);
}
