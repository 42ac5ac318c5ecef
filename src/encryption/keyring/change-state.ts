import { refuse, type Refusal } from "../../http/index.ts";
import { LEASE_MS } from "../lease/terms.ts";
import type { VersionChange } from "../key-schemas.ts";
import { keyVersionDestroyed } from "../refusals.ts";
import type { VersionRow } from "./record.ts";
import type { KeyringStore } from "./store.ts";
import type { VersionStore } from "./version-store.ts";

interface Order {
  by: string;
  at: number;
  /** When the last lease was asked for. */
  leasedAt: number;
}

/** Changes the state of a version. False if it was in that state already. */
export function changeState(
  store: KeyringStore,
  version: number,
  change: VersionChange,
  { by, at, leasedAt }: Order,
): boolean | Refusal {
  const { versions } = store;
  const keyring = store.keyring();
  const row = versions.find(version);
  if (keyring === undefined || row === undefined) return noSuchVersion();
  if (change === "disable")
    return disableVersion(versions, row, keyring.current, Math.max(at, leasedAt));
  if (change === "enable") return enableVersion(versions, row);
  return destroyVersion(versions, row, by, at);
}

/** Destroys all versions. Returns which there were, and all roots that ever wrapped them. */
export function destroyAll(versions: VersionStore, by: string, at: number) {
  const live = versions.all().filter(({ state }) => state !== "destroyed");
  for (const { version } of live) versions.destroy(version, by, at);
  return {
    versions: live.map(({ version }) => version),
    rootIds: [...new Set(live.flatMap(({ pastRoots }) => pastRoots))],
  };
}

/** Can be undone. After one lease nothing can be decrypted under this version. */
function disableVersion(
  versions: VersionStore,
  { version, state }: VersionRow,
  current: number,
  at: number,
): boolean | Refusal {
  if (version === current) {
    return refuse(
      409,
      "key_version_current",
      "The current version encrypts: rotate the key first.",
    );
  }
  if (state === "destroyed") return keyVersionDestroyed();
  if (state === "disabled") return false;
  versions.disable(version, at);
  return true;
}

function enableVersion(versions: VersionStore, { version, state }: VersionRow): boolean | Refusal {
  if (state === "destroyed") return keyVersionDestroyed();
  if (state !== "disabled") return false;
  versions.enable(version);
  return true;
}

/** Only when the version has been disabled for longer than a lease: then no isolate holds the key. */
function destroyVersion(
  versions: VersionStore,
  { version, state, disabledAt }: VersionRow,
  by: string,
  at: number,
): boolean | Refusal {
  if (state === "destroyed") return false;
  if (state !== "disabled" || disabledAt === null) {
    return refuse(409, "key_version_in_use", "Only a disabled version can be destroyed.");
  }
  const waitMs = disabledAt + LEASE_MS - at;
  if (waitMs > 0) {
    return refuse(409, "key_version_in_use", "The version was disabled a moment ago: wait.", {
      retryAfterSeconds: waitMs / 1000,
    });
  }
  versions.destroy(version, by, at);
  return true;
}

function noSuchVersion(): Refusal {
  return refuse(404, "key_version_not_found", "The tenant has no key of this version.");
}
