import { DurableObject } from "cloudflare:workers";
import { failureOf, isRefusal, type Refusal } from "../http/index.ts";
import { consoleLog } from "../platform/index.ts";
import { keysUnavailable } from "./envelope/roots.ts";
import { SALT_BYTES } from "./envelope/tenant-key.ts";
import { ageLimit, isDue } from "./keyring/auto-rotation.ts";
import { destroyVersion, disableVersion, enableVersion } from "./keyring/change-state.ts";
import { changeSettings, type Settings } from "./keyring/change-settings.ts";
import { makeVersion } from "./keyring/make-version.ts";
import { moveToCurrentRoot } from "./keyring/move-to-root.ts";
import type { Grant, KeyringRow, UsageReport, VersionRow } from "./keyring/record.ts";
import { KeyringStore } from "./keyring/store.ts";
import { LEASED_KEYS } from "./lease/terms.ts";
import { noteAudit } from "./note-audit.ts";
import { keyNotProvisioned } from "./refusals.ts";
import { randomBytes } from "./suite/bytes.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      KEYRING: DurableObjectNamespace<Keyring>;
    }
  }
}

const RETRY_MS = 60 * 60_000;
const FIRST_VERSION = 1;

interface Provisioned {
  keyVersion: number;
  /** False when the tenant had a key before. */
  fresh: boolean;
}

export interface Rotated {
  oldVersion: number;
  newVersion: number;
  /** False when the same order had been carried out before. */
  fresh: boolean;
}

export interface KeyringView {
  keyring: KeyringRow;
  versions: VersionRow[];
}

/** One tenant's data keys. Everything that changes them happens here, one at a time. */
export class Keyring extends DurableObject {
  private readonly store: KeyringStore;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.store = new KeyringStore(ctx.storage.sql);
  }

  /** The tenant's key as it is, or a first version. Asked many times at once, it makes one. */
  async provision(tenantId: string, at: number): Promise<Provisioned | Refusal> {
    return this.alone(async () => {
      const known = this.store.keyring();
      if (known !== undefined) return { keyVersion: known.current, fresh: false };
      const owner = { tenantId, salt: randomBytes(SALT_BYTES) };
      const made = await makeVersion(this.store, owner, FIRST_VERSION, this.env, at);
      return isRefusal(made) ? made : { keyVersion: made, fresh: true };
    });
  }

  async rotate(at: number, idempotencyKey?: string): Promise<Rotated | Refusal> {
    return this.alone(async () => {
      const done =
        idempotencyKey === undefined ? undefined : this.store.rotation(idempotencyKey, at);
      if (done !== undefined) return { ...done, fresh: false };
      const keyring = this.store.keyring();
      if (keyring === undefined) return keyNotProvisioned();
      const newVersion = await this.next(keyring, at);
      if (isRefusal(newVersion)) return newVersion;
      if (idempotencyKey !== undefined) this.store.rememberRotation(idempotencyKey, newVersion, at);
      return { oldVersion: keyring.current, newVersion, fresh: true };
    });
  }

  /** Takes an isolate's counts and gives it its next lease. Null: the tenant has no key. */
  async lease(
    usage: UsageReport | null,
    wanted: readonly number[],
    at: number,
  ): Promise<Grant | null> {
    if (this.store.keyring() === undefined) return null;
    if (usage !== null) {
      this.store.addUsage(usage, at);
      await this.rotateIfDue(at);
    }
    const keyring = this.store.keyring();
    if (keyring === undefined) return null;
    const { salt, current, minimum } = keyring;
    const keys = this.store.usableKeys(LEASED_KEYS, wanted);
    return { salt, current, minimum, states: this.store.states(), keys };
  }

  currentVersion(): number | null {
    return this.store.keyring()?.current ?? null;
  }

  view(): KeyringView | null {
    const keyring = this.store.keyring();
    return keyring === undefined ? null : { keyring, versions: this.store.versions() };
  }

  disable(version: number, at: number): void | Refusal {
    return disableVersion(this.store, this.find(version), at);
  }

  enable(version: number): void | Refusal {
    return enableVersion(this.store, this.find(version));
  }

  destroy(version: number, by: string, at: number): void | Refusal {
    return destroyVersion(this.store, this.find(version), by, at);
  }

  async set(settings: Settings, at: number): Promise<void | Refusal> {
    const refused = changeSettings(this.store, settings);
    if (isRefusal(refused)) return refused;
    await this.rotateIfDue(at);
  }

  /** The root that all keys are under afterwards. */
  async moveToCurrentRoot(at: number): Promise<number | Refusal> {
    return this.alone(async () => {
      const keyring = this.store.keyring();
      if (keyring === undefined) return keyNotProvisioned();
      return moveToCurrentRoot(this.store, keyring, this.env, at);
    });
  }

  /** Rings when the active version becomes too old. */
  override async alarm(): Promise<void> {
    await this.rotateIfDue(Date.now());
  }

  private async rotateIfDue(at: number): Promise<void> {
    const refused = await this.alone(async () => {
      const keyring = this.store.keyring();
      const active = keyring && this.store.version(keyring.current);
      if (keyring === undefined || active === undefined) return;
      if (!isDue(keyring, active, at)) return this.setAlarm(keyring, active);
      const made = await this.next(keyring, at);
      if (isRefusal(made)) return made;
      await this.auditRotation(keyring, made, at);
    });
    if (isRefusal(refused)) await this.ctx.storage.setAlarm(at + RETRY_MS);
  }

  private async next(keyring: KeyringRow, at: number): Promise<number | Refusal> {
    const made = await makeVersion(this.store, keyring, keyring.current + 1, this.env, at);
    const active = isRefusal(made) ? undefined : this.store.version(made);
    if (active !== undefined) await this.setAlarm(keyring, active);
    return made;
  }

  private async setAlarm(keyring: KeyringRow, active: VersionRow): Promise<void> {
    const dueAt = ageLimit(keyring, active);
    if (dueAt === null) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(dueAt);
  }

  private async auditRotation({ tenantId, current }: KeyringRow, made: number, at: number) {
    await noteAudit(
      { env: this.env, platform: { log: consoleLog } },
      {
        at,
        actor: "system:auto-rotation",
        action: "encryption.key_rotated",
        tenantId,
        detail: { oldVersion: current, newVersion: made },
      },
    );
  }

  private find(version: number) {
    const keyring = this.store.keyring();
    const row = this.store.version(version);
    return keyring === undefined || row === undefined ? undefined : { keyring, row };
  }

  /** Nothing else of this object runs meanwhile; what goes wrong is said, not thrown. */
  private async alone<T>(step: () => Promise<T>): Promise<T | Refusal> {
    return this.ctx.blockConcurrencyWhile(async () => {
      try {
        return await step();
      } catch (error) {
        consoleLog({ level: "error", event: "keyring_failed", reason: failureOf(error) });
        return keysUnavailable();
      }
    });
  }
}
