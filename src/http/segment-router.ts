import type { Result, Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { type Matcher, YoungRouter } from "./young-router.ts";

interface Route<T> {
  method: string;
  path: string;
  handler: T;
}

/** The result of an earlier match. */
interface Found<T> {
  method: string;
  result: Result<T>;
}

/** A part of the order of routes: those of one late group, or all between two of them. */
interface Place<T> {
  routes: Route<T>[];
  /** True until the late group is loaded; its stand-in then matches before all other routes. */
  away: boolean;
}

/** Key of the router for segments that no route names. No path has such a segment. */
const ELSEWHERE = "/";
const NOTHING: readonly never[] = [];

/**
 * One of Hono's routers for each pair of a first and a last segment, made when it is first asked
 * for. Hono's fast router cannot hold a name and a parameter in the same place (`/agents/me` and
 * `/agents/:id`) and would be lost for the whole application; here only for that pair
 * (docs/decisions/0003).
 */
export class SegmentRouter<T> implements Router<T> {
  name = "SegmentRouter";
  private readonly places: Place<T>[] = [];
  /** By the first segment, and then by the last. */
  private readonly routers = new Map<string, Map<string, Matcher<T>>>();
  /** The last segments that routes name, by their first segment. */
  private readonly ends = new Map<string, Set<string>>();
  /**
   * Paths without parameters, and what was found for them. The route's own string is the key, because
   * the path of a request is a slice of its URL and would keep the whole URL in memory.
   */
  private readonly named = new Map<string, string>();
  private readonly found = new Map<string, Found<T>[]>();
  private filling: Place<T> = this.next();
  private readonly isSilent: (handler: T) => boolean;

  /** Silent handlers are left out of requests: they do nothing, and a call would cost a promise. */
  constructor(isSilent: (handler: T) => boolean = () => false) {
    this.isSilent = isSilent;
  }

  add(method: string, path: string, handler: T): void {
    this.filling.routes.push({ method, path, handler });
    const { first, last } = frameOf(path);
    this.forget(path);
    if (isWhole(path)) this.named.set(path, path);
    if (first === undefined) return;
    const ends = this.ends.get(first) ?? new Set();
    this.ends.set(first, last === undefined ? ends : ends.add(last));
  }

  /**
   * Keeps a place for routes that come later. `addStandIn` adds the route that matches until then.
   * Returns a function that replaces it by the routes that `addRoutes` adds.
   */
  keepPlace(addStandIn: () => void): (addRoutes: () => void) => void {
    const place = this.next(true);
    this.fill(place, addStandIn);
    this.filling = this.next();
    return (addRoutes) => {
      for (const { path } of place.routes) this.forget(path);
      place.routes = [];
      place.away = false;
      this.fill(place, addRoutes);
    };
  }

  /** One look-up, of the whole path: to look up pieces of it, V8 would have to hash each of them. */
  match(method: string, path: string): Result<T> {
    for (const known of this.found.get(path) ?? NOTHING) {
      if (known.method === method) return known.result;
    }
    const own = this.named.get(path);
    if (own === undefined) {
      const asked = asNoPattern(path);
      return this.routerFor(asked).match(method, asked);
    }
    const result = this.routerFor(own).match(method, own);
    this.found.set(own, [...(this.found.get(own) ?? NOTHING), { method, result }]);
    return result;
  }

  private routerFor(path: string): Matcher<T> {
    const firstSegment = firstOf(path);
    const ends = this.ends.get(firstSegment);
    const first = ends === undefined ? ELSEWHERE : firstSegment;
    const end = lastOf(path);
    const last = ends?.has(end) === true ? end : ELSEWHERE;
    return this.routers.get(first)?.get(last) ?? this.build(first, last);
  }

  private next(away = false): Place<T> {
    const place = { routes: [], away };
    this.places.push(place);
    return place;
  }

  private fill(place: Place<T>, adding: () => void): void {
    const before = this.filling;
    this.filling = place;
    adding();
    this.filling = before;
  }

  private forget(path: string): void {
    this.found.clear();
    const { first } = frameOf(path);
    if (first === undefined) this.routers.clear();
    else this.routers.delete(first);
  }

  /** Until all of its late groups are there, a router is made anew with each. */
  private build(first: string, last: string): Matcher<T> {
    const routes = this.routesWithin(first, last);
    const filled = (router: Router<T>) => {
      for (const { method, path, handler } of routes) router.add(method, path, handler);
      return router;
    };
    const all = this.routers.get(first) ?? new Map<string, Matcher<T>>();
    this.routers.set(first, all);
    const young = new YoungRouter<T>(filled(new TrieRouter()), () => {
      all.set(last, filled(new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })));
    });
    all.set(last, young);
    return young;
  }

  private routesWithin(first: string, last: string): Route<T>[] {
    const away = this.places.filter((place) => place.away);
    const here = this.places.filter((place) => !place.away);
    const all = [...away, ...here].flatMap((place) => place.routes);
    return all.filter(({ path, handler }) => {
      const frame = frameOf(path);
      const fits = (frame.first ?? first) === first && (frame.last ?? last) === last;
      return fits && !this.isSilent(handler);
    });
  }
}

/** The first and last segment of a route; undefined where it takes any. */
function frameOf(path: string): { first?: string; last?: string } {
  const first = firstOf(path);
  if (isPattern(first)) return {};
  const last = lastOf(path);
  return isPattern(last) || path.includes("{") ? { first } : { first, last };
}

function firstOf(path: string): string {
  const end = path.indexOf("/", 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isWhole(path: string): boolean {
  return !/[*:{]/.test(path);
}

/**
 * Hono's first router takes a segment that is spelled like a parameter of a route (`/agents/:id`) for
 * the route's own name too, and would call its handlers twice. What is escaped is read as it came.
 */
function asNoPattern(path: string): string {
  if (!path.includes("/:") && !path.includes("/*")) return path;
  return path.replaceAll("/:", "/%3A").replaceAll("/*", "/%2A");
}

/** A wildcard or a parameter may stand for any segment. */
function isPattern(segment: string): boolean {
  return segment.startsWith("*") || segment.startsWith(":");
}
