import { failureOf } from "../../http/index.ts";
import { database, type Eraser, type ErasureSite, type Platform } from "../../platform/index.ts";
import { QUIET_MS } from "./show-erasure.ts";
import { endErasure, openErasures, saveErasure, type ErasureRow } from "./store.ts";

const TENANTS_A_TURN = 5;
/** The most steps for one tenant; a large tenant needs several turns. */
const STEPS_A_TURN = 150;
/**
 * The most steps for all tenants together: most steps ask D1 twice, and one turn of the cron may ask
 * it a thousand times.
 */
const STEPS_OF_ALL = 300;
const TURN_MS = 20_000;
const ITSELF = "system:erasure";

/**
 * Continues the erasures that were asked for, every minute. A tenant that fails does not hold up the
 * others.
 */
export async function runErasures(
  env: Cloudflare.Env,
  platform: Platform,
  erasers: readonly Eraser[],
): Promise<void> {
  const db = database(env);
  const rows = await openErasures(db, platform.now() - QUIET_MS, TENANTS_A_TURN);
  const failures: string[] = [];
  for (const row of rows) {
    const { tenantId, askedBy: by } = row;
    const mine = { ...row, turn: row.turn + 1 };
    if (!(await saveErasure(db, row, { turn: mine.turn }))) continue;
    try {
      const steps = Math.min(STEPS_A_TURN, Math.floor(STEPS_OF_ALL / rows.length));
      await takeTurn({ env, db, platform, tenantId, by }, mine, erasers, steps);
    } catch (error) {
      const failure = failureOf(error);
      platform.log({ level: "error", event: "erasure_failed", tenantId, reason: failure });
      await saveErasure(db, mine, { failure, failedAt: platform.now() });
      failures.push(`${tenantId}: ${failure}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("; "));
}

/**
 * Runs an erasure's next steps and saves its progress after each. If it is cut off, a step is
 * repeated, which does no harm.
 */
async function takeTurn(
  site: ErasureSite,
  row: ErasureRow,
  erasers: readonly Eraser[],
  most: number,
): Promise<void> {
  const { db, platform } = site;
  const until = platform.now() + TURN_MS;
  let at = row;
  for (let steps = 0; steps < most && platform.now() < until; steps += 1) {
    const index = erasers.findIndex(({ name }) => name === at.step);
    const eraser = erasers[Math.max(0, index)];
    if (eraser === undefined) return;
    const { gone, next } = await eraser.erase(site, index === -1 ? "" : at.place);
    at = advance(at, eraser, gone);
    if (next !== undefined) at = { ...at, step: eraser.name, place: next };
    else if (eraser !== erasers.at(-1)) at = { ...at, step: following(erasers, eraser), place: "" };
    // Data that came late is found by going through all erasers again, until they find nothing.
    else if (at.found > 0) at = { ...at, step: "", place: "", found: 0 };
    else return finish(site, at);
    if (!(await saveErasure(db, at, progressOf(at)))) return;
  }
}

function advance(row: ErasureRow, { kind }: Eraser, gone: number): ErasureRow {
  if (gone === 0) return row;
  const counts = { ...row.counts, [kind]: (row.counts[kind] ?? 0) + gone };
  return { ...row, counts, found: row.found + gone };
}

function following(erasers: readonly Eraser[], eraser: Eraser): string {
  return erasers[erasers.indexOf(eraser) + 1]?.name ?? "";
}

function progressOf({ step, place, found, counts }: ErasureRow) {
  return { step, place, found, counts, failure: null, failedAt: null };
}

async function finish({ db, platform, tenantId }: ErasureSite, row: ErasureRow): Promise<void> {
  const { counts } = row;
  const trace = { at: platform.now(), actor: ITSELF, action: "tenant.erased", tenantId };
  await endErasure(db, row, { ...trace, detail: { erased: counts } });
  platform.log({ level: "info", event: "tenant_erased", tenantId });
}
