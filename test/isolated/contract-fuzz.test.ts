import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import fleet from "../../public/openapi/fleet.json";
import threatIntel from "../../public/openapi/threat-intel.json";
import type { ApiDocument } from "../../scripts/openapi/document.ts";
import { createApp } from "../../src/app.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { makeCallers } from "../support/fuzz/callers.ts";
import { fuzzOperation, gotIn, targetsOf, type Caller } from "../support/fuzz/fuzz-operation.ts";
import { Judge } from "../support/fuzz/judge-answer.ts";
import { Pool } from "../support/fuzz/pool.ts";
import type { FuzzedRequest } from "../support/fuzz/requests.ts";
import { nobodyWaits } from "../support/nobody-waits.ts";

const RUNS = 100;
/** Each run of the tests has a seed of its own, so the next one tries what this one does not. */
const LEAST_RUNS = env.TEST_ALL === "" ? 20 : RUNS;
const BUDGET_MS = 7_000;
const MOST_MS = 600;
/** So few that no caller comes near a rate limit or the end of a quota. */
const READS_IN_A_ROW = 8;

const APIS = [
  { name: "fleet", document: fleet as unknown as ApiDocument },
  { name: "threat-intel", document: threatIntel as unknown as ApiDocument },
];
const count = APIS.flatMap(({ document }) => targetsOf(document)).length;
const limitMs = Math.min(MOST_MS, BUDGET_MS / count);

const pool = new Pool();
let callers: Caller[] = [];
/** Why the last answer was a 5xx, which the answer itself does not tell. */
let failure = "";

const context = createExecutionContext();
const app = createApp({
  ...livePlatform,
  wait: nobodyWaits,
  fetch: async () => new Response(null, { status: 502 }),
  log: (line) => {
    if (typeof line["failure"] === "string") failure = line["failure"];
  },
});

let readsLeft = 0;

// Made again after each change: what one operation revokes or suspends must not weaken the
// next one's test.
beforeEach(async () => {
  if (readsLeft > 0) return;
  callers = await makeCallers(pool);
  readsLeft = READS_IN_A_ROW;
});

afterAll(() => waitOnExecutionContext(context));

async function send(request: FuzzedRequest, { headers, cf }: Caller): Promise<Response> {
  const { method, address, body } = request;
  const answer = await app.fetch(
    new Request(`http://rampart.test${address}`, {
      method,
      headers: { ...headers, ...request.headers },
      ...(body === undefined ? {} : { body }),
      ...(cf === undefined ? {} : { cf }),
    }),
    env,
    context,
  );
  if (answer.status === 500) throw new Error(`answers 500 because of ${failure}`);
  return answer;
}

describe.each(APIS.filter(({ document }) => targetsOf(document).length > 0))(
  "every answer of the $name API is as described",
  ({ document }) => {
    const judge = new Judge(document);

    it.each(targetsOf(document).map((target) => ({ ...target })))(
      "$method $path",
      async (target) => {
        readsLeft = target.method === "get" ? readsLeft - 1 : 0;
        const fuzzing = {
          document,
          judge,
          pool,
          callers,
          send,
          runs: RUNS,
          leastRuns: LEAST_RUNS,
          limitMs,
        };
        const seen = await fuzzOperation(target, fuzzing);
        expect(gotIn(seen), "no caller of the fuzz test gets in").toBe(true);
      },
    );
  },
);
