import { consoleLog, type Log } from "./log.ts";

/** The parts of the outside world that a test wants in its own hands. */
export interface Platform {
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
  fetch: typeof fetch;
  log: Log;
}

declare module "hono" {
  interface ContextVariableMap {
    platform: Platform;
  }
}

/** The real one, for a start and for what no request hands its own: objects, what an isolate keeps. */
export const livePlatform: Platform = {
  now: () => Date.now(),
  wait: (ms) => scheduler.wait(ms),
  fetch: (input, init) => fetch(input, init),
  log: consoleLog,
};
