import { DurableObject } from "cloudflare:workers";
import type { Doer } from "../access/principal.ts";
import { failureOf, isRefusal, type Refusal } from "../http/index.ts";
import { emptyObject, HOUR_MS, livePlatform, MINUTE_MS } from "../platform/index.ts";
import { keysUnavailable } from "./envelope/roots.ts";
import { SALT_BYTES } from "./envelope/tenant-key.ts";
import { addUsage } from "./keyring/add-usage.ts";
import { isDue, tooOldAt } from "./keyring/auto-rotation.ts";
import { changeState, destroyAll } from "./keyring/change-state.ts";
import { changeSettings, type Settings } from "./keyring/change-settings.ts";
import { dateRotation } from "./keyring/date-rotation.ts";
import { KeyringAudit } from "./keyring/keyring-audit.ts";
import { makeVersion } from "./keyring/make-version.ts";
import { moveToCurrentRoot } from "./keyring/move-to-root.ts";
import type { Grant, KeyringRow, Rotated, UsageReport, VersionRow } from "./keyring/record.ts";
import { refuseRotation } from "./keyring/limit-rotations.ts";
import { RotationStore } from "./keyring/rotation-store.ts";
import { KeyringStore } from "./keyring/store.ts";
import { LEASED_KEYS } from "./lease/terms.ts";
import { keyNotProvisioned } from "./refusals.ts";
import type { VersionChange } from "./key-schemas.ts";
import { randomBytes } from "./suite/bytes.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      KEYRING: DurableObjectNamespace<Keyring>;
    }
  }
}

const RETRY_MS = HOUR_MS;
/** How long leases are given without another try of an automatic rotation that failed. */
const REST_MS = MINUTE_MS;
const FIRST_VERSION = 1;
const NO_SALT = new Uint8Array(0);
const ITSELF: Doer = { subject: "system:auto-rotation" };
const PAST = { disable: "disabled", enable: "enabled", destroy: "destroyed" } as const;

export interface KeyringView {
  keyring: KeyringRow;
  versions: VersionRow[];
}

/** One tenant's data keys. Everything that changes them happens here, one at a time. */
export class Keyring extends DurableObject {
  private readonly store: KeyringStore;
  private readonly rotations: RotationStore;
  private readonly audit: KeyringAudit;
  /** When the last lease was asked for. A change counts from here on, if its request is older. */
  private leasedAt = 0;
  /** Until when no lease tries an automatic rotation; the alarm does. */
  private restsUntil = 0;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    this.store = new KeyringStore(sql);
    this.rotations = new RotationStore(sql);
    this.audit = new KeyringAudit(ctx, this.store);
    this.audit.sendBehind(env);
    // After a start nobody knows when the last lease was: it may have been just now.
    if (this.store.keyring() !== undefined) this.leasedAt = Date.now();
  }

  /** The current version. Makes the first one if there is none, whatever the number of calls. */
  async provision(tenantId: string, at: number, by: Doer): Promise<number | Refusal> {
    const keyVersion = await this.alone(async () => {
      const known = this.store.keyring();
      if (known !== undefined) return known.current;
      const owner = { tenantId, salt: randomBytes(SALT_BYTES) };
      const made = await makeVersion(this.store, owner, FIRST_VERSION, this.env, at);
      if (isRefusal(made)) return made;
      this.audit.note("key_provisioned", at, by, { detail: { keyVersion: made } });
      return made;
    });
    await this.audit.send(this.env);
    return keyVersion;
  }

  /** Makes the next version current. With a known idempotency key it repeats the first answer. */
  async rotate(at: number, by: Doer, idempotencyKey?: string): Promise<Rotated | Refusal> {
    const rotated = await this.alone(async () => {
      const done =
        idempotencyKey === undefined ? undefined : this.rotations.find(idempotencyKey, at);
      if (done !== undefined) {
        return { ...dateRotation(this.store.versions, done), replayed: true };
      }
      const keyring = this.store.keyring();
      if (keyring === undefined) return keyNotProvisioned();
      return this.next(keyring, at, by, idempotencyKey);
    });
    await this.audit.send(this.env);
    return rotated;
  }

  /** Adds an isolate's counts and gives it its next lease; null if the tenant has no key. */
  async lease(
    usage: UsageReport | null,
    wanted: readonly number[],
    at: number,
  ): Promise<Grant | null> {
    if (this.store.keyring() === undefined) return null;
    this.leasedAt = Math.max(this.leasedAt, at);
    if (usage !== null) {
      addUsage(this.ctx.storage.sql, usage, at);
      if (at >= this.restsUntil) await this.rotateIfDue(at);
    }
    const keyring = this.store.keyring();
    if (keyring === undefined) return null;
    const { salt, current, minimum } = keyring;
    const keys = this.store.versions.usableKeys(LEASED_KEYS, wanted);
    return { salt, current, minimum, states: this.store.versions.states(), keys };
  }

  /** An object is made where its first call comes from or asks for it to be; this call does no more. */
  place(): void {}

  currentVersion(): number | null {
    return this.store.keyring()?.current ?? null;
  }

  view(): KeyringView | null {
    const keyring = this.store.keyring();
    return keyring === undefined ? null : { keyring, versions: this.store.versions.all() };
  }

  async change(
    version: number,
    change: VersionChange,
    at: number,
    by: Doer,
  ): Promise<void | Refusal> {
    const order = { by: by.subject, at, leasedAt: this.leasedAt };
    const changed = changeState(this.store, version, change, order);
    if (isRefusal(changed)) return changed;
    if (changed) this.audit.note(`version_${PAST[change]}`, at, by, { target: String(version) });
    await this.audit.send(this.env);
  }

  /** Returns since when they count: no lease with other settings was asked for later. */
  async set(settings: Settings, at: number, by: Doer): Promise<number | Refusal> {
    const since = Math.max(at, this.leasedAt);
    const changed = changeSettings(this.store, settings, since);
    if (isRefusal(changed)) return changed;
    if (changed) this.audit.note("settings_changed", at, by, { detail: { ...settings } });
    const settingsAt = this.store.keyring()?.settingsAt ?? since;
    await this.rotateIfDue(at);
    await this.audit.send(this.env);
    return settingsAt;
  }

  /** Destroys every key, notes it in the audit log and empties the object. Returns how many keys. */
  async erase(at: number, by: Doer): Promise<number> {
    const { versions, rootIds } = destroyAll(this.store.versions, by.subject, at);
    if (versions.length > 0)
      this.audit.note("keys_erased", at, by, { detail: { versions, rootIds } });
    // If the audit log cannot be reached, this throws before the lines are deleted, and is tried again.
    await this.audit.sendAll(this.env);
    await emptyObject(this.ctx.storage, [this.store, this.audit]);
    return versions.length;
  }

  /** Moves all keys to the current root and returns its number, also if there is no key yet. */
  async moveToCurrentRoot(at: number, tenantId: string): Promise<number | Refusal> {
    return this.alone(async () => {
      const owner = this.store.keyring() ?? { tenantId, salt: NO_SALT };
      return moveToCurrentRoot(this.store.versions, owner, this.env, at);
    });
  }

  /** Rings when the active version becomes too old, or the audit log could not be reached. */
  override async alarm(): Promise<void> {
    await this.rotateIfDue(Date.now());
    await this.audit.send(this.env);
  }

  private async rotateIfDue(at: number): Promise<void> {
    const rotated = await this.alone(async () => {
      const keyring = this.store.keyring();
      const active = keyring && this.store.versions.find(keyring.current);
      if (keyring === undefined || active === undefined) return;
      if (!isDue(keyring, active, at)) return this.setAlarm(keyring, active);
      return this.next(keyring, at, ITSELF);
    });
    if (isRefusal(rotated)) {
      this.restsUntil = at + REST_MS;
      await this.ctx.storage.setAlarm(at + RETRY_MS);
    }
    // The alarm that should send these lines may have been moved.
    this.audit.sendBehind(this.env);
  }

  private async next(
    keyring: KeyringRow,
    at: number,
    by: Doer,
    idempotencyKey?: string,
  ): Promise<Rotated | Refusal> {
    const { current: oldVersion } = keyring;
    const refused = refuseRotation(this.store.versions, oldVersion, at);
    if (refused !== undefined) return refused;
    const since = Math.max(at, this.leasedAt);
    const newVersion = await makeVersion(this.store, keyring, oldVersion + 1, this.env, since);
    if (isRefusal(newVersion)) return newVersion;
    if (idempotencyKey !== undefined) this.rotations.remember(idempotencyKey, newVersion, at);
    this.audit.note("key_rotated", at, by, { detail: { oldVersion, newVersion } });
    const active = this.store.versions.find(newVersion);
    if (active !== undefined) await this.setAlarm(keyring, active);
    return dateRotation(this.store.versions, { oldVersion, newVersion });
  }

  private async setAlarm(keyring: KeyringRow, active: VersionRow): Promise<void> {
    const dueAt = tooOldAt(keyring, active);
    if (dueAt === null) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(dueAt);
  }

  /** Runs a step while nothing else runs in this object. A failure becomes a refusal. */
  private async alone<T>(step: () => Promise<T>): Promise<T | Refusal> {
    return this.ctx.blockConcurrencyWhile(async () => {
      try {
        return await step();
      } catch (error) {
        const tenantId = this.ctx.id.name;
        const reason = failureOf(error);
        livePlatform.log({ level: "error", event: "keyring_failed", tenantId, reason });
        return keysUnavailable();
      }
    });
  }
}
