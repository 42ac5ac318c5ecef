import type { Context } from "hono";
import type { Result } from "hono/router";
import type { H, RouterRoute } from "hono/types";
import { failureOf } from "./failure-of.ts";

export type Layers = Result<[H, RouterRoute]>[0];

/** Make the answer when a layer threw, and when no layer answered. */
export interface Fallbacks {
  fail: (c: Context, error: Error) => Response;
  unknown: (c: Context) => Response;
}

const DONE = Promise.resolve();

/**
 * Runs the layers of a request one after the other, as Hono's own chain does, but makes no promise
 * unless a layer returns one: a promise costs more than the rest of the kernel (decision 0003).
 */
export function runLayers(
  c: Context,
  layers: Layers,
  fallbacks: Fallbacks,
  at = 0,
): Promise<void> | undefined {
  const layer = layers[at];
  if (layer === undefined) return take(c, c.finalized ? undefined : fallbacks.unknown(c));
  const [[handler]] = layer;
  // It is 0 already, and most routes have one layer; `c.req` costs something when first asked for.
  if (at > 0) c.req.routeIndex = at;
  try {
    const answer: unknown = handler(c, () => runLayers(c, layers, fallbacks, at + 1) ?? DONE);
    if (!(answer instanceof Promise)) return take(c, answer);
    return answer.then(
      (given) => take(c, given),
      (thrown: unknown) => fail(c, fallbacks, thrown),
    );
  } catch (thrown) {
    return fail(c, fallbacks, thrown);
  }
}

/** The answer of a later layer stays: an earlier one does not replace it. */
function take(c: Context, answer: unknown): undefined {
  if (answer instanceof Response && !c.finalized) c.res = answer;
}

function fail(c: Context, fallbacks: Fallbacks, thrown: unknown): undefined {
  c.error = thrown instanceof Error ? thrown : new Error(failureOf(thrown));
  c.res = fallbacks.fail(c, c.error);
}
