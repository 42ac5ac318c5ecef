import { Hono } from "hono";
import { database } from "../../platform/index.ts";
import { listTenants } from "../../tenants/store.ts";
import { readerOf, viewOf, type PortalEnv } from "../frame/view.ts";
import { HomePage } from "./home-page.tsx";

const HOME_TENANTS = 50;

export const homeRoutes = new Hono<PortalEnv>();

homeRoutes.get("/portal", async (c) => {
  const { reach } = readerOf(c);
  // Most people are of one tenant: its overview is their first page.
  const [only, ...others] = reach === "all" ? [] : reach;
  if (only !== undefined && others.length === 0) return c.redirect(`/portal/t/${only}`, 303);
  const page = { page: 1, limit: HOME_TENANTS, offset: 0 };
  const { items, total } = await listTenants(database(c.env), { reach }, page);
  return c.html(<HomePage view={viewOf(c)} tenants={items} total={total} />);
});
