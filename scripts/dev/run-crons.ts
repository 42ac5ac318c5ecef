import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS } from "../../src/platform/spans.ts";
import { isDue } from "./cron.ts";
import type { Settings } from "./settings.ts";

const CRONS = /^crons\s*=\s*\[([^\]]*)\]/m;
const QUOTED = /"([^"]+)"/g;

/**
 * Runs the scheduled jobs each minute, because `wrangler dev` never does; returns a function that stops
 * this.
 */
export function runCrons({ root, port }: Settings): () => void {
  const list = CRONS.exec(readFileSync(join(root, "wrangler.toml"), "utf8"))?.[1] ?? "";
  const crons = [...list.matchAll(QUOTED)].map(([, cron = ""]) => cron);
  // A cron line that is not understood is reported now, not in the first minute.
  for (const cron of crons) isDue(cron, new Date());
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  const tick = () => {
    const now = new Date();
    for (const cron of crons.filter((line) => isDue(line, now))) void wake(port, cron);
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

async function wake(port: number, cron: string): Promise<void> {
  const query = new URLSearchParams({ cron });
  try {
    const answer = await fetch(
      `http://127.0.0.1:${port}/cdn-cgi/local/scheduled?${query.toString()}`,
    );
    if (!answer.ok) console.error(`The jobs of "${cron}" failed: ${await answer.text()}`);
  } catch {
    // The Worker is being rebuilt; it is tried again in the next minute.
  }
}
