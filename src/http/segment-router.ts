import type { Result, Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

interface Route<T> {
  method: string;
  path: string;
  handler: T;
}

/** Where routes stand in the order; a late group's place is kept until it comes. */
interface Place<T> {
  routes: Route<T>[];
  /** Set while the group is away: what calls it goes before everything else. */
  away: boolean;
}

/** Where no route fixes a segment; no path has it, so it never fits one that does. */
const ELSEWHERE = "/";

/**
 * A router for each pair of a first and a last segment, made when it is first asked for. Hono's fast
 * router gives up on the whole application where one path has a name and a parameter in one place
 * (`/agents/me`, `/agents/:id`); here `/agents/:id/checkin` does not meet them (docs/decisions/0003).
 */
export class SegmentRouter<T> implements Router<T> {
  name = "SegmentRouter";
  private readonly places: Place<T>[] = [];
  /** By the first segment, and then by the last. */
  private readonly routers = new Map<string, Map<string, Router<T>>>();
  /** What stands last in some route, by what stands first; all others share a router. */
  private readonly ends = new Map<string, Set<string>>();
  private filling: Place<T> = this.next();
  private readonly isSilent: (handler: T) => boolean;

  /** A silent handler is left out: a call of it would cost a promise and do nothing. */
  constructor(isSilent: (handler: T) => boolean = () => false) {
    this.isSilent = isSilent;
  }

  add(method: string, path: string, handler: T): void {
    this.filling.routes.push({ method, path, handler });
    const { first, last } = frameOf(path);
    this.forget(path);
    if (first === undefined) return;
    const ends = this.ends.get(first) ?? new Set();
    this.ends.set(first, last === undefined ? ends : ends.add(last));
  }

  /**
   * Keeps a place for routes that come later. `calling` adds what stands in for them and answers
   * before all else; the result puts what `arriving` adds in its stead.
   */
  keepPlace(calling: () => void): (arriving: () => void) => void {
    const place = this.next(true);
    this.fill(place, calling);
    this.filling = this.next();
    return (arriving) => {
      for (const { path } of place.routes) this.forget(path);
      place.routes = [];
      place.away = false;
      this.fill(place, arriving);
    };
  }

  match(method: string, path: string): Result<T> {
    const asked = firstOf(path);
    const ends = this.ends.get(asked);
    const first = ends === undefined ? ELSEWHERE : asked;
    const end = lastOf(path);
    const last = ends?.has(end) === true ? end : ELSEWHERE;
    const router = this.routers.get(first)?.get(last) ?? this.build(first, last);
    return router.match(method, path);
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
    const { first } = frameOf(path);
    if (first === undefined) this.routers.clear();
    else this.routers.delete(first);
  }

  private build(first: string, last: string): Router<T> {
    const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    const away = this.places.filter((place) => place.away);
    const here = this.places.filter((place) => !place.away);
    for (const { routes } of [...away, ...here]) {
      for (const { method, path, handler } of routes) {
        const frame = frameOf(path);
        const fits = (frame.first ?? first) === first && (frame.last ?? last) === last;
        if (fits && !this.isSilent(handler)) router.add(method, path, handler);
      }
    }
    const all = this.routers.get(first) ?? new Map<string, Router<T>>();
    this.routers.set(first, all.set(last, router));
    return router;
  }
}

/** The segments that a route fixes; undefined where any may stand. */
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

/** A wildcard or a parameter may stand for any segment. */
function isPattern(segment: string): boolean {
  return segment.startsWith("*") || segment.startsWith(":");
}
