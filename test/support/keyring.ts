import { env } from "cloudflare:workers";
import type { TenantId } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { provisionKey, type KeyAccess } from "../../src/encryption/index.ts";
import type { Keyring } from "../../src/encryption/keyring-object.ts";
import { KeyringLeases } from "../../src/encryption/lease/keyring-leases.ts";
import { DecryptTrail } from "../../src/encryption/trail/decrypt-trail.ts";
import type { LogLine } from "../../src/platform/index.ts";
import { aTenant } from "./people.ts";

export const BY = { subject: "test:somebody", requestId: "test-request" };

/** A clock that stands still until a test moves it. */
export class Clock {
  at = Date.UTC(2026, 5, 1);
  private readonly sleepers: { until: number; wake: () => void }[] = [];

  now = (): number => this.at;

  wait = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.sleepers.push({ until: this.at + ms, wake });
    });

  pass(ms: number): void {
    this.at += ms;
    const due = this.sleepers.filter(({ until }) => until <= this.at);
    for (const sleeper of due) {
      this.sleepers.splice(this.sleepers.indexOf(sleeper), 1);
      sleeper.wake();
    }
  }
}

/** What one isolate has of its own: leases, a trail, and a count of its calls. */
export class Isolate {
  readonly tasks: Promise<unknown>[] = [];
  readonly log: LogLine[] = [];
  readonly access: KeyAccess;
  /** Calls that reached the tenant's keyring. */
  calls = 0;
  /** If set, every call to the keyring fails with this. */
  broken: Error | undefined;

  constructor(clock: Clock, more: Partial<Cloudflare.Env> = {}) {
    this.access = {
      env: { ...env, KEYRING: this.counted(), ...more },
      platform: { now: clock.now, wait: clock.wait, fetch, log: (line) => this.log.push(line) },
      leases: new KeyringLeases(),
      trail: new DecryptTrail(),
      outlive: (task) => this.tasks.push(task),
      wait: clock.wait,
    };
  }

  /** Wraps the real namespace, so that calls are counted and may fail. */
  private counted(): Cloudflare.Env["KEYRING"] {
    const get = (id: DurableObjectId) => {
      this.calls += 1;
      if (this.broken !== undefined) throw this.broken;
      return env.KEYRING.get(id);
    };
    const idFromName = (name: string) => env.KEYRING.idFromName(name);
    return { idFromName, get } as unknown as Cloudflare.Env["KEYRING"];
  }
}

/** Makes a tenant with a first key, made long enough ago for every isolate. */
export async function aKeyedTenant(clock: Clock): Promise<TenantId> {
  const tenantId = (await aTenant()) as TenantId;
  settle(await provisionKey(new Isolate(clock).access, tenantId, BY));
  return tenantId;
}

/**
 * Gives a function that waits until the isolate asks for no lease any more, and everything else that it
 * does waits for the clock.
 */
export function untilQuiet({ access }: Isolate): () => Promise<void> {
  const { KEYRING } = access.env;
  let busy = 0;
  const get = (id: DurableObjectId) => ({
    lease: async (...asked: Parameters<Keyring["lease"]>) => {
      busy += 1;
      const grant = await KEYRING.get(id).lease(...asked);
      busy -= 1;
      return grant;
    },
  });
  Object.assign(access.env, { KEYRING: { idFromName: KEYRING.idFromName, get } });
  return async () => {
    for (let turn = 0; turn < 3; turn = busy > 0 ? 0 : turn + 1) {
      await new Promise((done) => setTimeout(done, 0));
    }
  };
}
