import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createApp } from "../../src/app.ts";
import { livePlatform, type LogLine, type Platform } from "../../src/platform/index.ts";
import { nobodyWaits } from "./nobody-waits.ts";

/** Makes the product with a clock, a fetch or bindings of the test's own; keeps what it logs. */
export function anApp(own: Partial<Platform> = {}, bindings: Partial<Cloudflare.Env> = {}) {
  const lines: LogLine[] = [];
  const log = (line: LogLine) => lines.push(line);
  const app = createApp({ ...livePlatform, wait: nobodyWaits, log, ...own });
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const context = createExecutionContext();
    const answer = await app.request(path, init, { ...env, ...bindings }, context);
    await waitOnExecutionContext(context);
    return answer;
  };
  return { request, lines };
}
