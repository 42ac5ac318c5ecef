import { Hono } from "hono";
import { database, databaseBytes, listRuns } from "../../platform/index.ts";
import { viewOf, type PortalEnv } from "../frame/view.ts";
import { JobsPage } from "./jobs-page.tsx";

export const jobPages = new Hono<PortalEnv>();

jobPages.get("/portal/jobs", async (c) => {
  const db = database(c.env);
  const [runs, bytes] = await Promise.all([listRuns(db), databaseBytes(db)]);
  const now = c.get("platform").now();
  return c.html(<JobsPage view={viewOf(c)} runs={runs} bytes={bytes} now={now} />);
});
