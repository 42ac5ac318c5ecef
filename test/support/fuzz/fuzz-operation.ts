import * as fc from "fast-check";
import type { ApiDocument } from "../../../scripts/openapi/document.ts";
import type { Judge } from "./judge-answer.ts";
import type { Pool } from "./pool.ts";
import { requestsTo, type FuzzedRequest, type Target } from "./requests.ts";

export interface Caller {
  name: string;
  /** The security scheme of its credential, if that is a good one. */
  scheme?: string;
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
  /**
   * After this time the other runs are left out, except for the first `leastRuns`, and only once a
   * caller has got in.
   */
  limitMs: number;
  leastRuns: number;
  seed?: number;
}

/** Returns the operations of a description, first those that make what the others need. */
export function targetsOf({ paths }: ApiDocument): Target[] {
  const targets = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return targets.sort((a, b) => turnOf(a) - turnOf(b));
}

/**
 * The place of an operation in the order: lists first, then those that make, read, change and remove
 * things.
 */
function turnOf({ method, path }: Target): number {
  if (method === "get" && !path.includes("{")) return -1;
  return ["post", "get", "put", "patch", "delete"].indexOf(method);
}

const GOOD_TURNS = 6;

/** Chooses callers: mostly those that the operation knows, sometimes the others. */
function callersFor({ operation }: Target, callers: readonly Caller[]): fc.Arbitrary<Caller> {
  const schemes = new Set(operation.security.flatMap((requirement) => Object.keys(requirement)));
  return fc.oneof(
    ...callers.map((caller) => ({
      weight: schemes.has(caller.scheme ?? "") ? GOOD_TURNS : 1,
      arbitrary: fc.constant(caller),
    })),
  );
}

/** Whether any of the answers comes from behind the door, which asks who is calling. */
export function gotIn(seen: ReadonlyMap<number, number>): boolean {
  return [...seen.keys()].some((status) => status !== 401 && status !== 403);
}

/** Throws with the seed and the smallest request that is not answered as described. */
export async function fuzzOperation(
  target: Target,
  fuzzing: Fuzzing,
): Promise<Map<number, number>> {
  const { document, judge, pool, callers, send, runs, limitMs, leastRuns, seed } = fuzzing;
  const seen = new Map<number, number>();
  const until = Date.now() + limitMs;
  let tried = 0;
  const requests = requestsTo(target, document, pool);
  const property = fc.asyncProperty(
    requests,
    callersFor(target, callers),
    async (request, caller) => {
      if (tried >= leastRuns && Date.now() > until && gotIn(seen)) return;
      tried += 1;
      const ask = async (asked: FuzzedRequest) => {
        const answer = await send(asked, caller);
        const body = await answer.text();
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        const faults = judge.faults(target, answer.status, answer.headers, body);
        if (faults.length > 0) throw new Error(faults.join("\n"));
        return { answer, body };
      };
      const { answer, body } = await ask(request);
      const { headers } = answer;
      const isJson = headers.get("content-type") === "application/json";
      if (answer.ok && isJson) pool.harvest(target.path, JSON.parse(body));
      const tag = headers.get("etag");
      if (tag === null || target.method !== "get") return;
      await ask({ ...request, headers: { ...request.headers, "if-none-match": tag } });
    },
  );
  await fc.assert(property, {
    numRuns: runs,
    ...(seed === undefined ? {} : { seed }),
  });
  return seen;
}
