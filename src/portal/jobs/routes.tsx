import { Hono } from "hono";
import { database, listRuns } from "../../platform/index.ts";
import { viewOf, type PortalEnv } from "../frame/view.ts";
import { JobsPage } from "./jobs-page.tsx";

export const jobPages = new Hono<PortalEnv>();

jobPages.get("/portal/jobs", async (c) => {
  const runs = await listRuns(database(c.env));
  return c.html(<JobsPage view={viewOf(c)} runs={runs} now={c.get("platform").now()} />);
});
