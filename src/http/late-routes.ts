import { Hono } from "hono";
import type { SegmentRouter } from "./segment-router.ts";

// Each group has a context of its own, which the router and the list of groups cannot name.
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

/** Puts several files of routes together into one group, in this order. */
export async function together(...parts: readonly Promise<Routes>[]): Promise<Routes> {
  const all = new Hono();
  for (const part of await Promise.all(parts)) all.route("/", part);
  return all;
}

const arrivals = new WeakMap<object, () => Promise<void>>();

/** Loads the late group that this layer stands in for; undefined for any other layer. */
export function arrivalBehind(layer: object | undefined): (() => Promise<void>) | undefined {
  return layer === undefined ? undefined : arrivals.get(layer);
}

/**
 * Keeps a group's place in the order of the routes until it is loaded. Until then a stand-in matches:
 * `serve` recognises it by `arrivalBehind`, loads the group and matches the request again
 * (docs/decisions/0043). Returns a function that loads the group without a request.
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

  /** If a group cannot be loaded, each request for it throws, and the kernel answers 500. */
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
