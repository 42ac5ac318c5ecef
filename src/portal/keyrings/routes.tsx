import { Hono } from "hono";
import { deskFor } from "../../encryption/desk.ts";
import { listKeyrings } from "../../encryption/store.ts";
import { showKey } from "../../encryption/show-key.ts";
import { showRoots } from "../../encryption/show-roots.ts";
import { isRefusal, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { database } from "../../platform/index.ts";
import { deskOf } from "../frame/desk.ts";
import { readPage } from "../frame/read-page.ts";
import { viewOf, type PortalEnv } from "../frame/view.ts";
import { KeyringPage } from "./keyring-page.tsx";
import { KeyringListPage } from "./list-page.tsx";

export const keyringPages = new Hono<PortalEnv>();

keyringPages.get("/portal/keyrings", async (c) => {
  const request = readPage(c);
  const [{ items, total }, progress] = await Promise.all([
    listKeyrings(database(c.env), request),
    showRoots(c.env),
  ]);
  const page = pageOf(request, items, total);
  return c.html(<KeyringListPage view={viewOf(c)} page={page} progress={settle(progress)} />);
});

keyringPages.get("/portal/t/:tenantId/keyring", async (c) => {
  const { view, tenantId } = deskOf(c);
  const desk = deskFor(c.env, c.get("platform"), (task) => c.executionCtx.waitUntil(task));
  const shown = await showKey(desk, tenantId);
  const isMissing = isRefusal(shown) && shown.error === "key_not_provisioned";
  return c.html(<KeyringPage view={view} status={isMissing ? null : settle(shown)} />);
});
