import { Hono } from "hono";
import { database } from "../../platform/index.ts";
import { listTenants } from "../../tenants/store.ts";
import { readerOf, viewOf, type PortalEnv } from "../frame/view.ts";
import { HomePage } from "./home-page.tsx";

const HOME_TENANTS = 50;

export const homeRoutes = new Hono<PortalEnv>();

homeRoutes.get("/portal", async (c) => {
  const { reach } = readerOf(c);
  const page = { page: 1, limit: HOME_TENANTS, offset: 0 };
  const { items, total } = await listTenants(database(c.env), { reach }, page);
  // Most people are of one tenant: its overview is their first page. A provider may name one that is not there.
  const [only] = items;
  if (reach !== "all" && only !== undefined && total === 1) {
    return c.redirect(`/portal/t/${only.tenantId}`, 303);
  }
  return c.html(<HomePage view={viewOf(c)} tenants={items} total={total} />);
});
