import { Hono } from "hono";
import { docsRoutes } from "./docs.ts";
import { fleetApi } from "./fleet-api.ts";
import {
  answerProblem,
  edge,
  refuseUnknown,
  SegmentRouter,
  type ErrorShape,
} from "./http/index.ts";
import { intelApi, pathOf } from "./intel-api.ts";
import { livePlatform, type Platform, type Rampart } from "./platform/index.ts";
import { portalRoutes } from "./portal/index.ts";
import { probeRoutes } from "./probes.ts";

const INTEL_PREFIX = "/api/v1";

/** The whole product. A test hands in a platform of its own: another clock, another fetch. */
export function createApp(platform: Platform = livePlatform) {
  const app = new Hono<Rampart>({ router: new SegmentRouter(), getPath: pathOf });

  app.use(
    edge({
      write: (line) => platform.log({ ...line }),
      successShare: (c) => Number(c.env.LOG_SUCCESS_SHARE),
    }),
  );
  app.use((c, next) => {
    c.set("platform", platform);
    return next();
  });

  app.route("/", docsRoutes);
  app.route("/", probeRoutes);
  app.route("/", portalRoutes);
  app.route("/", intelApi);
  app.route("/", fleetApi);

  app.notFound((c) => answerProblem(c, refuseUnknown(app, c), shapeFor(c.req.path)));
  app.onError((error, c) => answerProblem(c, error, shapeFor(c.req.path)));
  return app;
}

function shapeFor(path: string): ErrorShape {
  return path === INTEL_PREFIX || path.startsWith(`${INTEL_PREFIX}/`) ? "bare" : "full";
}
