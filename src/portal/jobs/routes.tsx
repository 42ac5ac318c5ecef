import { Hono } from "hono";
import { databaseBytes, listRuns, type Rampart } from "../../platform/index.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { JobsPage } from "./jobs-page.tsx";

export const jobPages = new Hono<Rampart>();

jobPages.get("/portal/jobs", async (c) => {
  const { view, db, now } = ownDeskOf(c);
  const [runs, bytes] = await Promise.all([listRuns(db), databaseBytes(db)]);
  return c.html(<JobsPage view={view} runs={runs} bytes={bytes} now={now} />);
});
