import { Hono } from "hono";
import { settle } from "../../http/index.ts";
import { findSource, listSources, noSuchSource } from "../../intel/store.ts";
import { showSource } from "../../intel/show-source.ts";
import { database } from "../../platform/index.ts";
import { readFilter } from "../frame/read-filter.ts";
import { viewOf, type PortalEnv } from "../frame/view.ts";
import { isLate } from "./freshness.tsx";
import { SourceListPage } from "./list-page.tsx";
import { SourcePage } from "./source-page.tsx";
import { SOURCE_STATES, stateOf } from "./state-of.ts";

const LIST = "/portal/sources";
const SOURCE_FILTERS = [...SOURCE_STATES, "late"] as const;

export const sourcePages = new Hono<PortalEnv>();

sourcePages.get(LIST, async (c) => {
  const { form, chosen } = readFilter(c, ["q"], { status: SOURCE_FILTERS });
  const now = c.get("platform").now();
  const wanted = form.given("q")?.toLowerCase() ?? "";
  const known = await listSources(database(c.env));
  const sources = known
    .map((one) => showSource(one, now))
    .filter((one) => `${one.id} ${one.title}`.toLowerCase().includes(wanted))
    .filter((one) => [undefined, stateOf(one), isLate(one) && "late"].includes(chosen.status));
  return c.html(<SourceListPage view={viewOf(c)} filter={form} sources={sources} />);
});

sourcePages.get(`${LIST}/:sourceId`, async (c) => {
  const found = await findSource(database(c.env), c.req.param("sourceId"));
  const source = showSource(settle(found ?? noSuchSource()), c.get("platform").now());
  const { origin } = new URL(c.req.url);
  return c.html(<SourcePage view={viewOf(c)} source={source} origin={origin} />);
});
