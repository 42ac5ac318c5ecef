import { type Context, Hono } from "hono";
import type { H, RouterRoute } from "hono/types";
import { countBody } from "./access/count-body.ts";
import type { Principal } from "./access/principal.ts";
import { docsRoutes } from "./docs.ts";
import { FLEET_GROUPS, fleetGuard } from "./fleet-api.ts";
import {
  failureOf,
  isDescription,
  mountLate,
  SegmentRouter,
  serve,
  type ErrorShape,
  type LateGroup,
} from "./http/index.ts";
import { INTEL_GROUPS, INTEL_PREFIX, pathOf } from "./intel-api.ts";
import {
  livePlatform,
  successShare,
  USUAL_SHARE,
  type Platform,
  type Rampart,
} from "./platform/index.ts";
import { PORTAL_GROUPS } from "./portal/routes.ts";

const PROBES: LateGroup = {
  at: ["/healthz", "/readyz"],
  load: async () => (await import("./probes.ts")).probeRoutes,
};

/** Creates the whole application. A test passes a platform of its own, with another clock or fetch. */
export function createApp(platform: Platform = livePlatform) {
  return assemble(platform).app;
}

/**
 * Creates the same application with every group of routes loaded, for tests that go through all routes.
 */
export async function createWholeApp() {
  const { app, arrivals } = assemble(livePlatform);
  await Promise.all(arrivals.map((arrive) => arrive()));
  return app;
}

function assemble(platform: Platform) {
  const router = new SegmentRouter<[H, RouterRoute]>(([handler]) => isDescription(handler));
  const app = new Hono<Rampart>({ router, getPath: pathOf });
  const late = (groups: readonly LateGroup[]) => groups.map((one) => mountLate(app, router, one));

  app.route("/", docsRoutes);
  const arrivals = [...late([PROBES]), ...late(PORTAL_GROUPS), ...late(INTEL_GROUPS)];
  app.route("/", fleetGuard);
  arrivals.push(...late(FLEET_GROUPS));

  serve(app, {
    write: (line) => platform.log({ ...line }),
    successShare: (c) => shareOf(c.env, platform),
    shapeOf,
    isToAgent,
    countBody,
    prepare: (c) => c.set("platform", platform),
  });
  return { app, arrivals };
}

let share = { text: "0", value: 0 };

/** Reads the setting, which is text, as a number, once for each value. */
function shareOf(env: Cloudflare.Env, platform: Platform): number {
  const { LOG_SUCCESS_SHARE: text } = env;
  if (share.text !== text) share = { text, value: readShare(env, platform) };
  return share.value;
}

function readShare(env: Cloudflare.Env, { log }: Platform): number {
  try {
    return successShare(env);
  } catch (error) {
    log({ level: "error", event: "log_share_broken", reason: failureOf(error) });
    return USUAL_SHARE;
  }
}

function shapeOf(path: string): ErrorShape {
  return path === INTEL_PREFIX || path.startsWith(`${INTEL_PREFIX}/`) ? "bare" : "full";
}

/**
 * Whether an agent is calling. A caller that is not identified counts as one at the addresses that
 * agents call.
 */
function isToAgent(c: Context<Rampart>): boolean {
  const principal = c.get("principal") as Principal | undefined;
  if (principal !== undefined) return principal.kind === "agent";
  const { path } = c.req;
  return path === "/enroll" || path === "/checkin" || path.startsWith("/agents/");
}
