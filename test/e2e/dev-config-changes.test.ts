import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { spawnWorker } from "../../scripts/dev/run-worker.ts";
import { freePort } from "../support/free-port.ts";

const SOURCE = "export default { fetch: (_, env) => new Response(env.SAID ?? 'nothing') };";
const TEXT = 'name = "changed"\nmain = "worker.js"\ncompatibility_date = "2026-10-23"\n';
const EMPTY_MS = 500;
const POLL_MS = 50;
const WITHIN_MS = 60_000;
/** wrangler begins to watch anew with each change, and on a busy machine misses what is written meanwhile. */
const SAVE_AGAIN_MS = 15_000;

/** As git and editors write a file: for a moment there is nothing of it. */
it("a Worker survives a wrangler.toml that is empty while it is written, and uses the new one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rampart-config-"));
  const config = join(folder, "wrangler.toml");
  writeFileSync(join(folder, "worker.js"), SOURCE);
  writeFileSync(config, TEXT);
  const port = await freePort();
  const worker = spawnWorker({
    config,
    port,
    stateDir: folder,
    logFile: join(folder, "worker.log"),
    shownLog: "worker.log",
    readyPath: "/",
  });
  onTestFinished(async () => {
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await worker.ready();
  const said = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    return answer?.text();
  };
  writeFileSync(config, "");
  await sleep(EMPTY_MS);
  const save = () => writeFileSync(config, `${TEXT}[vars]\nSAID = "something"\n`);
  save();
  const again = setInterval(save, SAVE_AGAIN_MS);
  onTestFinished(() => clearInterval(again));
  await expect.poll(said, { interval: POLL_MS, timeout: WITHIN_MS }).toBe("something");
});
