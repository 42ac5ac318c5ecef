import * as fc from "fast-check";
import type { ApiDocument } from "../../../scripts/openapi/document.ts";
import type { Judge } from "./judge-answer.ts";
import type { Pool } from "./pool.ts";
import { requestsTo, type FuzzedRequest, type Target } from "./requests.ts";

export interface Caller {
  name: string;
  headers: Record<string, string>;
  cf?: IncomingRequestCfProperties;
}

export interface Fuzzing {
  document: ApiDocument;
  judge: Judge;
  pool: Pool;
  callers: readonly Caller[];
  send: (request: FuzzedRequest, caller: Caller) => Promise<Response>;
  runs: number;
  /** Whatever has not been tried by then is left out. */
  limitMs: number;
  seed?: number;
}

/** The operations of a description, those first that make what the others need. */
export function targetsOf({ paths }: ApiDocument): Target[] {
  const targets = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const order = ["post", "get", "put", "patch", "delete"];
  return targets.sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
}

/** Throws with the seed and the smallest request that is not answered as described. */
export async function fuzzOperation(
  target: Target,
  fuzzing: Fuzzing,
): Promise<Map<number, number>> {
  const { document, judge, pool, callers, send, runs, limitMs, seed } = fuzzing;
  const seen = new Map<number, number>();
  const requests = requestsTo(target, document, pool);
  const property = fc.asyncProperty(
    requests,
    fc.constantFrom(...callers),
    async (request, caller) => {
      const answer = await send(request, caller);
      const body = await answer.text();
      const type = answer.headers.get("content-type");
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const faults = judge.faults(target, answer.status, type, body);
      if (faults.length > 0) throw new Error(faults.join("\n"));
      if (answer.ok && type === "application/json") pool.harvest(target.path, JSON.parse(body));
    },
  );
  await fc.assert(property, {
    numRuns: runs,
    interruptAfterTimeLimit: limitMs,
    ...(seed === undefined ? {} : { seed }),
  });
  return seen;
}
