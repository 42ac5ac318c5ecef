import type { Result, Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

interface Route<T> {
  method: string;
  path: string;
  handler: T;
}

/**
 * A router for each first segment of a path, made when it is first asked for. Hono's fast router
 * gives up on the whole application where one path has a name and a parameter in one place
 * (`/agents/me`, `/agents/:id`); here only `/agents` pays for that (docs/decisions/0003).
 */
export class SegmentRouter<T> implements Router<T> {
  name = "SegmentRouter";
  private readonly routes: Route<T>[] = [];
  private readonly bySegment = new Map<string, Router<T>>();
  /** What stands first in some route; others share the router of the unknown. */
  private readonly segments = new Set<string>();

  add(method: string, path: string, handler: T): void {
    this.routes.push({ method, path, handler });
    const segment = segmentOf(path);
    if (!isPattern(segment)) this.segments.add(segment);
  }

  match(method: string, path: string): Result<T> {
    const segment = segmentOf(path);
    const known = this.segments.has(segment) ? segment : "";
    const router = this.bySegment.get(known) ?? this.build(known);
    return router.match(method, path);
  }

  private build(segment: string): Router<T> {
    const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    for (const { method, path, handler } of this.routes) {
      const first = segmentOf(path);
      if (first === segment || isPattern(first)) router.add(method, path, handler);
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
