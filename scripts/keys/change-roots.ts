import { randomBytes } from "node:crypto";
import type { RootProgress } from "../../src/encryption/root-schemas.ts";
import { Failure } from "../dev/failure.ts";
import type { RootSecret } from "./secret-file.ts";

const ROOT_BYTES = 32;

/** Adds a new root to the others. No root has ever had its number. */
export function addRoot(secret: RootSecret, progress: RootProgress) {
  refuseOldCopy(secret, progress);
  const used = [...Object.keys(secret.roots).map(Number), ...progress.roots.map(idOf)];
  const number = Math.max(...used) + 1;
  const root = randomBytes(ROOT_BYTES).toString("base64url");
  return { number, secret: { ...secret, roots: { ...secret.roots, [number]: root } } };
}

/**
 * Makes a root the current one, under which new keys are wrapped. It must be deployed everywhere
 * before.
 */
export function useRoot(secret: RootSecret, number: number, progress: RootProgress): RootSecret {
  if (secret.roots[number] === undefined) throw new Failure(`The file has no root ${number}.`);
  refuseOldCopy(secret, progress);
  if (progress.roots.find(({ rootId }) => rootId === number)?.present !== true) {
    throw new Failure(
      `The instance does not have root ${number} yet: deploy the secret with it first.`,
    );
  }
  return { ...secret, current: number };
}

/** Removes a root that no tenant needs any more: without its root a wrapped key is lost. */
export function dropRoot(secret: RootSecret, number: number, progress: RootProgress): RootSecret {
  if (secret.roots[number] === undefined) throw new Failure(`The file has no root ${number}.`);
  refuseOldCopy(secret, progress);
  if (secret.current === number) {
    throw new Failure(
      `Root ${number} is the file's current root: use-root makes another one current.`,
    );
  }
  if (progress.roots.find(({ rootId }) => rootId === number)?.removable !== true) {
    throw new Failure(
      `Root ${number} is still needed, or the instance does not know it: see npm run keys -- roots.`,
    );
  }
  const roots = Object.fromEntries(
    Object.entries(secret.roots).filter(([id]) => Number(id) !== number),
  );
  return { ...secret, roots };
}

/**
 * Refuses a file that lacks a needed root: deployed, it would make the keys under that root unreadable.
 */
function refuseOldCopy(secret: RootSecret, { roots }: RootProgress): void {
  const needed = roots.filter(({ present, removable }) => present && !removable).map(idOf);
  const lacking = needed.find((id) => secret.roots[id] === undefined);
  if (lacking === undefined) return;
  throw new Failure(`The file lacks root ${lacking}, which the instance needs: take a newer copy.`);
}

function idOf({ rootId }: RootProgress["roots"][number]): number {
  return rootId;
}
