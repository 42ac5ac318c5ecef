import { Hono } from "hono";
import { settle } from "../../http/index.ts";
import { changeSource } from "../../intel/change-sources.ts";
import { listEditions } from "../../intel/list-editions.ts";
import { refreshIndex } from "../../intel/live/refresh-index.ts";
import { restoreEdition } from "../../intel/refresh/restore-edition.ts";
import { storesOf } from "../../intel/refresh/stores.ts";
import { listSources, needSource } from "../../intel/store.ts";
import { showSource } from "../../intel/show-source.ts";
import type { Rampart } from "../../platform/index.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { isLate } from "./freshness.tsx";
import { SourceListPage } from "./list-page.tsx";
import { SourcePage } from "./source-page.tsx";
import { SOURCE_STATES, stateOf } from "./state-of.ts";

const LIST = "/portal/sources";
const SOURCE_FILTERS = [...SOURCE_STATES, "late"] as const;

export const sourcePages = new Hono<Rampart>();

sourcePages.get(LIST, async (c) => {
  const { form, chosen } = readFilter(c, ["q"], { status: SOURCE_FILTERS });
  const { view, db, now } = ownDeskOf(c);
  const wanted = form.given("q")?.toLowerCase() ?? "";
  const known = await listSources(db);
  const sources = known
    .map((one) => showSource(one, now))
    .filter((one) => `${one.id} ${one.title}`.toLowerCase().includes(wanted))
    .filter((one) => [undefined, stateOf(one), isLate(one) && "late"].includes(chosen.status));
  return c.html(<SourceListPage view={view} filter={form} sources={sources} />);
});

sourcePages.get(`${LIST}/:sourceId`, async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const known = settle(await needSource(db, c.req.param("sourceId")));
  const source = showSource(known, now);
  // The page is wanted most when the store has a fault, which it then tells of.
  const editions = await listEditions(c.env.OBJECTS, source.id).catch(() => []);
  const mayWrite = who.permissions.has("intel:write");
  const { origin } = new URL(c.req.url);
  return c.html(<SourcePage {...{ view, source, editions, mayWrite, origin }} />);
});

sourcePages.post(`${LIST}/:sourceId/fetching`, async (c) => {
  const refresh = (await readForm(c)).value("to") === "on";
  const { who, now } = ownDeskOf(c);
  const id = c.req.param("sourceId");
  settle(await changeSource(storesOf(c.env), who, id, { refresh }, now));
  await refreshIndex(c);
  return redirectWith(c, refresh ? "enabled" : "saved", `${LIST}/${id}`);
});

sourcePages.post(`${LIST}/:sourceId/editions/:version/restore`, async (c) => {
  await readForm(c);
  const { who: by, db, now } = ownDeskOf(c);
  const known = settle(await needSource(db, c.req.param("sourceId")));
  const order = { version: Number(c.req.param("version")), by, now };
  settle(await restoreEdition(storesOf(c.env), known, order));
  await refreshIndex(c);
  return redirectWith(c, "saved", `${LIST}/${known.source.id}`);
});
