import { Hono, type Context } from "hono";
import type { Rampart } from "./platform/index.ts";

/** The page has one stylesheet of our own and nothing else: no script, no outside address. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The API descriptions and the reference page, both generated (docs/api-description.md). They are
 * static files, because in the bundle they would be parsed at every start.
 */
export const docsRoutes = new Hono<Rampart>();

/** For a browser that opens the bare address. */
docsRoutes.get("/", (c) => c.redirect("/portal"));

/** Redirects pages with a slash at the end. Addresses of the APIs are exact. */
for (const pages of ["/portal/*", "/docs/*"]) {
  docsRoutes.use(pages, async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    if (!pathname.endsWith("/")) return next();
    return c.redirect(pathname.slice(0, -1) + search, 308);
  });
}

docsRoutes.get("/openapi/fleet.json", (c) => readAsset(c, "/openapi/fleet.json"));
docsRoutes.get("/openapi/threat-intel.json", (c) => readAsset(c, "/openapi/threat-intel.json"));
docsRoutes.get("/docs", async (c) => {
  const page = await readAsset(c, "/openapi/reference");
  page.headers.set("content-security-policy", PAGE_POLICY);
  return page;
});

/** Returns the static file at that path, with headers that can still be changed. */
async function readAsset(c: Context<Rampart>, path: string): Promise<Response> {
  const { method, headers } = c.req.raw;
  const file = await c.env.ASSETS.fetch(new URL(path, c.req.url), { method, headers });
  return new Response(file.body, file);
}
