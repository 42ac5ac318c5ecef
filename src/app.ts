import { Hono } from "hono";
import { answerProblem, edge, json, refuseUnknown } from "./http/index.ts";
import { consoleLog, type Rampart } from "./platform/index.ts";

export function createApp() {
  const app = new Hono<Rampart>();
  app.use(
    edge({
      write: (line) => consoleLog({ ...line }),
      successShare: (c) => Number(c.env.LOG_SUCCESS_SHARE),
    }),
  );
  app.get("/healthz", (c) => json(c, { status: "ok" }));
  app.notFound((c) => answerProblem(c, refuseUnknown(app, c), "full"));
  app.onError((error, c) => answerProblem(c, error, "full"));
  return app;
}
