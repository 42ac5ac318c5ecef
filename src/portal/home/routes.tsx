import { Hono } from "hono";
import { certificatesOf } from "../../certificates/open-issuer.ts";
import { readRoots } from "../../encryption/envelope/roots.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { listTenants } from "../../tenants/store.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { readPage } from "../frame/read-page.ts";
import { findAttention } from "./find-attention.ts";
import { findBrokenSettings } from "./find-broken-settings.ts";
import { HomePage } from "./home-page.tsx";

export const homeRoutes = new Hono<Rampart>();

homeRoutes.get("/portal", async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const { reach } = who;
  const request = readPage(c);
  const [{ items, total }, concerns] = await Promise.all([
    listTenants(db, { reach }, request),
    reach === "all"
      ? findAttention({
          db,
          who,
          language: view.language,
          now,
          roots: readRoots(c.env),
          look: certificatesOf(c.env).look,
          settings: findBrokenSettings(c.env),
        })
      : null,
  ]);
  // Most people have one tenant, and its overview is their first page. A provider may name a tenant
  // that does not exist.
  const [only] = items;
  if (reach !== "all" && only !== undefined && total === 1) {
    return c.redirect(`/portal/t/${only.tenantId}`, 303);
  }
  const page = pageOf(request, items, total);
  return c.html(<HomePage view={view} page={page} concerns={concerns} />);
});
