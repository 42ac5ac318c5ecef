import type { Context } from "hono";
import type { Result } from "hono/router";
import type { H, RouterRoute } from "hono/types";
import { failureOf } from "./failure-of.ts";

export type Layers = Result<[H, RouterRoute]>[0];

export interface Ends {
  fail: (c: Context, error: Error) => Response;
  unknown: (c: Context) => Response;
}

const DONE = Promise.resolve();

/**
 * One layer after the other, each with the way to the next, as Hono's own chain goes; but where no
 * layer waits nobody does, and a promise costs a request more than the whole kernel (decision 0003).
 */
export function runLayers(
  c: Context,
  layers: Layers,
  ends: Ends,
  at = 0,
): Promise<void> | undefined {
  const layer = layers[at];
  if (layer === undefined) return take(c, c.finalized ? undefined : ends.unknown(c));
  const [[handler]] = layer;
  c.req.routeIndex = at;
  try {
    const answer: unknown = handler(c, () => runLayers(c, layers, ends, at + 1) ?? DONE);
    if (!(answer instanceof Promise)) return take(c, answer);
    return answer.then(
      (given) => take(c, given),
      (thrown: unknown) => fail(c, ends, thrown),
    );
  } catch (thrown) {
    return fail(c, ends, thrown);
  }
}

/** What a layer behind has answered stays. */
function take(c: Context, answer: unknown): undefined {
  if (answer instanceof Response && !c.finalized) c.res = answer;
}

function fail(c: Context, ends: Ends, thrown: unknown): undefined {
  c.error = thrown instanceof Error ? thrown : new Error(failureOf(thrown));
  c.res = ends.fail(c, c.error);
}
