import {
  moveRun,
  rootProgress,
  stalePage,
  type RootProgress,
} from "../../src/encryption/root-schemas.ts";
import { ask } from "../instance/ask.ts";
import type { Instance } from "../instance/read-instance.ts";
import { DONE } from "../instance/run-command.ts";
import { addRoot, dropRoot, useRoot } from "./change-roots.ts";
import { readSecret, writeSecret } from "./secret-file.ts";
import { align, isAhead, lineOf, nameOf, tableOf } from "./show.ts";

/** The exit code while tenants are left under another root than the current one. */
const UNFINISHED = 3;
const READING = { attempts: 2 };
/** Moving may be repeated, and a long rotation should survive a bad minute. */
const MOVING = { attempts: 6 };
const PAGE_SIZE = 200;

export async function showRoots(instance: Instance): Promise<number> {
  const progress = await readProgress(instance);
  print([...tableOf(progress), "", lineOf(progress)]);
  return DONE;
}

export async function showProgress(instance: Instance): Promise<number> {
  const progress = await readProgress(instance);
  print([lineOf(progress)]);
  return progress.stale === 0 ? DONE : UNFINISHED;
}

/** Lists one tenant a line, so that other programs can read it. */
export async function listStale(instance: Instance): Promise<number> {
  const rows: string[][] = [["tenant", "root", "provisioned", "failed", "reason"]];
  for (let page = 1; ; page += 1) {
    const path = `/admin/encryption/stale-tenants?page=${page}&limit=${PAGE_SIZE}`;
    const { items, has_more } = await ask(instance, "GET", path, stalePage, READING);
    for (const { tenantId, rootId, provisionedAt, failedAt, failure } of items) {
      rows.push([tenantId, nameOf(rootId), provisionedAt, failedAt ?? "-", failure ?? "-"]);
    }
    if (!has_more) break;
  }
  // If no tenant is left, nothing is printed: that is what scripts look for.
  if (rows.length > 1) print(align(rows));
  return DONE;
}

/** Moves tenants until all are under the current root or none of the rest can be moved. */
export async function rotateRoot(instance: Instance): Promise<number> {
  let progress = await readProgress(instance);
  print([lineOf(progress)]);
  let inVain = 0;
  while (progress.stale > 0) {
    const path = "/admin/encryption/roots/move";
    const run = await ask(instance, "POST", path, moveRun, MOVING);
    progress = run.progress;
    print([lineOf(progress)]);
    // Tenants that failed come last in the next run, so one run without a move tells nothing of the
    // others.
    inVain = run.moved > 0 ? 0 : inVain + run.failed;
    if (run.moved === 0 && (run.failed === 0 || inVain >= progress.stale)) break;
  }
  if (progress.stale > 0) {
    print(["", "The rest cannot be moved. npm run keys -- stale says which tenants, and why."]);
    return UNFINISHED;
  }
  for (const root of progress.roots.filter(({ removable }) => removable)) {
    const { rootId } = root;
    if (isAhead(root, progress.current))
      print([`Root ${rootId} is not in use yet: use-root ${rootId}, then deploy it.`]);
    else print([`Root ${rootId} is not needed any more: drop-root ${rootId}.`]);
  }
  if (progress.roots.filter(({ present }) => present).length === 1) {
    print(["There is one root only. add-root makes the next one."]);
  }
  return DONE;
}

export async function addToFile(instance: Instance, file: string): Promise<number> {
  const { number, secret } = addRoot(readSecret(file), await readProgress(instance));
  writeSecret(file, secret);
  print([`Root ${number} is in ${file}, and not in use. Deploy it, then: use-root ${number}.`]);
  return DONE;
}

export async function useInFile(instance: Instance, file: string, number: number) {
  writeSecret(file, useRoot(readSecret(file), number, await readProgress(instance)));
  print([`Root ${number} is the current one in ${file}. Deploy it, then: rotate-root.`]);
  return DONE;
}

export async function dropFromFile(instance: Instance, file: string, number: number) {
  writeSecret(file, dropRoot(readSecret(file), number, await readProgress(instance)));
  print([`Root ${number} is no longer in ${file}. Deploy it, and remove it wherever else it is.`]);
  return DONE;
}

function readProgress(instance: Instance): Promise<RootProgress> {
  return ask(instance, "GET", "/admin/encryption/roots", rootProgress, READING);
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
