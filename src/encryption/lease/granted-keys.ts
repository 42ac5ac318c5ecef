import type { Refusal, Soon } from "../../http/index.ts";
import type { KeyAccess } from "../key-access.ts";
import { keysUnavailable, readRoots, type Roots } from "../envelope/roots.ts";
import { deriveTenantKey } from "../envelope/tenant-key.ts";
import { unwrap, type WrappedKey } from "../envelope/wrap.ts";
import type { Grant, VersionState } from "../keyring/record.ts";
import { refuseState } from "../refusals.ts";
import { sameBytes, type Bytes } from "../suite/bytes.ts";
import { MAX_MESSAGES, newMessageKey, type MessageKey, type VersionKey } from "../suite/field.ts";

const NONE = new Uint8Array(0);

interface Term {
  askedAt: number;
  endsAt: number;
}

/** A grant of the keyring, with the keys that have been unwrapped. */
export class GrantedKeys {
  readonly takenAt: number;
  readonly endsAt: number;
  readonly states: ReadonlyMap<number, VersionState>;
  private readonly tenantId: string;
  private readonly salt: Bytes;
  private readonly current: number;
  private readonly minimum: number;
  private readonly wrapped: ReadonlyMap<number, WrappedKey>;
  private readonly unwrapped = new Map<number, VersionKey>();
  private lastMessageKey: MessageKey | undefined;
  private messages = 0;

  /** Takes over unwrapped keys of the last grant that this one has too. */
  constructor(tenantId: string, grant: Grant, term: Term, roots: Roots, before?: GrantedKeys) {
    this.tenantId = tenantId;
    this.takenAt = term.askedAt;
    this.endsAt = term.endsAt;
    this.salt = grant.salt;
    this.current = grant.current;
    this.minimum = grant.minimum;
    this.states = new Map(grant.states.map(({ version, state }) => [version, state]));
    this.wrapped = new Map(grant.keys.map((key) => [key.version, key]));
    for (const { version, rootId, bytes } of grant.keys) {
      const known = before?.unwrapped.get(version);
      // Compared, because a restored keyring may have another key under the same number.
      const isSame = sameBytes(bytes, before?.wrapped.get(version)?.bytes ?? NONE);
      if (known !== undefined && isSame && roots.byId.has(rootId))
        this.unwrapped.set(version, known);
    }
  }

  /** The version to encrypt under; undefined if it is not active or is below the minimum. */
  get currentVersion(): number | undefined {
    const usable = this.current >= this.minimum && this.states.get(this.current) === "active";
    return usable ? this.current : undefined;
  }

  /** The message key of this lease, which is renewed with it or when it has sealed enough. */
  messageKey(version: VersionKey, messages = 1): Soon<MessageKey> {
    this.messages += messages;
    const known = this.lastMessageKey;
    if (known?.version === version && this.messages <= MAX_MESSAGES) return known;
    return this.renewMessageKey(version, messages);
  }

  private async renewMessageKey(version: VersionKey, messages: number): Promise<MessageKey> {
    const made = await newMessageKey(version);
    this.lastMessageKey = made;
    this.messages = messages;
    return made;
  }

  versions(): number[] {
    return [...this.unwrapped.keys()];
  }

  loaded(version: number | undefined): VersionKey | undefined {
    return version === undefined ? undefined : this.unwrapped.get(version);
  }

  carries(version: number): boolean {
    return this.wrapped.has(version);
  }

  async load(access: KeyAccess, version: number): Promise<VersionKey | Refusal> {
    const wrapped = this.wrapped.get(version);
    const unloaded = () => refuseState(this.states.get(version)) ?? keysUnavailable();
    if (wrapped === undefined) return unloaded();
    const { tenantId, salt } = this;
    const { rootId } = wrapped;
    const root = readRoots(access.env)?.byId.get(rootId);
    if (root === undefined) {
      access.platform.log({ level: "error", event: "root_missing", tenantId, version, rootId });
      return unloaded();
    }
    const { ENVIRONMENT: environment } = access.env;
    const tenantKey = await deriveTenantKey(root, { environment, tenantId, salt });
    const key = await unwrap(tenantKey, tenantId, wrapped);
    if (key === null) {
      access.platform.log({
        level: "error",
        event: "key_not_unwrapped",
        tenantId,
        version,
        rootId,
      });
      return keysUnavailable();
    }
    this.unwrapped.set(version, key);
    return key;
  }
}
