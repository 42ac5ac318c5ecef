import { refuse, type Refusal } from "../../http/index.ts";
import { LEASE_MS } from "../lease/terms.ts";
import { keyVersionDestroyed } from "../refusals.ts";
import type { KeyringRow, VersionRow } from "./record.ts";
import type { VersionStore } from "./version-store.ts";

/** Undefined when the version is not to be found. */
export type Found = { keyring: KeyringRow; row: VersionRow } | undefined;

/** Can be undone. Within one lease nothing can be decrypted any more. */
export function disableVersion(versions: VersionStore, found: Found, at: number): void | Refusal {
  if (found === undefined) return noSuchVersion();
  const { keyring, row } = found;
  if (row.version === keyring.current) {
    return refuse(
      409,
      "key_version_current",
      "The current version encrypts: rotate the key first.",
    );
  }
  if (row.state === "destroyed") return keyVersionDestroyed();
  if (row.state !== "disabled") versions.disable(row.version, at);
}

export function enableVersion(versions: VersionStore, found: Found): void | Refusal {
  if (found === undefined) return noSuchVersion();
  if (found.row.state === "destroyed") return keyVersionDestroyed();
  if (found.row.state === "disabled") versions.enable(found.row.version);
}

/** Only after the version was disabled for longer than a lease: no isolate holds the key then. */
export function destroyVersion(
  versions: VersionStore,
  found: Found,
  by: string,
  at: number,
): void | Refusal {
  if (found === undefined) return noSuchVersion();
  const { version, state, disabledAt } = found.row;
  if (state === "destroyed") return;
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
}

function noSuchVersion(): Refusal {
  return refuse(404, "key_version_not_found", "The tenant has no key of this version.");
}
