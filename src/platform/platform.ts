import { consoleLog, type Log } from "./log.ts";

/** The outside world, as far as a test replaces it. */
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

/** The real one. Code that serves no request (objects, things an isolate keeps) takes it directly. */
export const livePlatform: Platform = {
  now: () => Date.now(),
  wait: (ms) => scheduler.wait(ms),
  fetch: (input, init) => fetch(input, init),
  log: consoleLog,
};
