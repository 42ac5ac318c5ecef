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

/**
 * A router for each first segment of a path, made when it is first asked for. Hono's fast router
 * gives up on the whole application where one path has a name and a parameter in one place
 * (`/agents/me`, `/agents/:id`); here only `/agents` pays for that (docs/decisions/0003).
 */
export class SegmentRouter<T> implements Router<T> {
  name = "SegmentRouter";
  private readonly places: Place<T>[] = [];
  private readonly bySegment = new Map<string, Router<T>>();
  /** What stands first in some route; others share the router of the unknown. */
  private readonly segments = new Set<string>();
  private filling: Place<T> = this.next();
  private readonly isSilent: (handler: T) => boolean;

  /** A silent handler is left out: a call of it would cost a promise and do nothing. */
  constructor(isSilent: (handler: T) => boolean = () => false) {
    this.isSilent = isSilent;
  }

  add(method: string, path: string, handler: T): void {
    this.filling.routes.push({ method, path, handler });
    const segment = segmentOf(path);
    if (isPattern(segment)) this.bySegment.clear();
    else {
      this.segments.add(segment);
      this.bySegment.delete(segment);
    }
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
    const segment = segmentOf(path);
    const known = this.segments.has(segment) ? segment : "";
    const router = this.bySegment.get(known) ?? this.build(known);
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
    this.bySegment.delete(segmentOf(path));
  }

  private build(segment: string): Router<T> {
    const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    const away = this.places.filter((place) => place.away);
    const here = this.places.filter((place) => !place.away);
    for (const { routes } of [...away, ...here]) {
      for (const { method, path, handler } of routes) {
        const first = segmentOf(path);
        const isHere = first === segment || isPattern(first);
        if (isHere && !this.isSilent(handler)) router.add(method, path, handler);
      }
    }
    this.bySegment.set(segment, router);
    return router;
  }
}

function segmentOf(path: string): string {
  const end = path.indexOf("/", 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}

/** A wildcard or a parameter may stand for any segment. */
function isPattern(segment: string): boolean {
  return segment.startsWith("*") || segment.startsWith(":");
}
