import { Hono } from "hono";
import type { SegmentRouter } from "./segment-router.ts";

// What its routes know of their context is each group's own affair, and the router's entries Hono's.
// oxlint-disable-next-line typescript/no-explicit-any
type Routes = Hono<any>;
// oxlint-disable-next-line typescript/no-explicit-any
type Places = SegmentRouter<any>;

/** Routes that are loaded with the first request that may be for one of them. */
export interface LateGroup {
  /** Patterns that cover every route of the group. */
  at: readonly string[];
  load: () => Promise<Routes>;
}

/** Several slices' routes as one group, in their order. */
export async function together(...parts: readonly Promise<Routes>[]): Promise<Routes> {
  const all = new Hono();
  for (const part of await Promise.all(parts)) all.route("/", part);
  return all;
}

const arrivals = new WeakMap<object, () => Promise<void>>();

/** What has to come before a request whose first layer is this one can be answered. */
export function arrivalBehind(layer: object | undefined): (() => Promise<void>) | undefined {
  return layer === undefined ? undefined : arrivals.get(layer);
}

/**
 * Gives a group its place in an application before it is there. What stands in for it is known by
 * `arrivalBehind`: `serve` awaits the group, which takes that place, and looks again; from then on
 * nothing of this is on a request's way (docs/decisions/0043). The result has it come without one.
 */
export function mountLate(app: Routes, places: Places, group: LateGroup): () => Promise<void> {
  let arrival: Promise<void> | undefined;
  const arrive = () => (arrival ??= group.load().then(settleIn, breakDown));
  const standIn = () => {
    throw new Error(`${group.at.join(" ")}: not there yet`);
  };
  arrivals.set(standIn, arrive);
  const takePlace = places.keepPlace(() => everywhere(standIn));

  function settleIn(routes: Routes): void {
    takePlace(() => app.route("/", routes));
  }

  /** What cannot be loaded fails as anything else does: answered and logged by the kernel. */
  function breakDown(reason: unknown): void {
    takePlace(() =>
      everywhere(() => {
        throw reason;
      }),
    );
  }

  function everywhere(layer: () => never): void {
    for (const path of group.at) app.all(path, layer);
  }

  return arrive;
}
