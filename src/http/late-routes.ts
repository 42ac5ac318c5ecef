import { Hono } from "hono";
import type { SegmentRouter } from "./segment-router.ts";

// What its routes know of their context is each group's own affair, and the router's entries Hono's.
// oxlint-disable-next-line typescript/no-explicit-any
type Routes = Hono<any>;
// oxlint-disable-next-line typescript/no-explicit-any
type Places = SegmentRouter<any>;

/** Routes that are loaded by the first request that may be for one of them. */
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

/** The loading of a late group, if this first layer of a request stands in for one. */
export function arrivalBehind(layer: object | undefined): (() => Promise<void>) | undefined {
  return layer === undefined ? undefined : arrivals.get(layer);
}

/**
 * Keeps a group's place in the order of the routes until it is loaded. A stand-in answers for it:
 * `serve` finds it by `arrivalBehind`, waits for the group to replace it and matches the request
 * again (docs/decisions/0043). The result loads the group without a request.
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

  /** A group that cannot be loaded throws for each request, which the kernel answers and logs. */
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
