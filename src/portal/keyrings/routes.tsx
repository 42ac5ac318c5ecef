import { Hono } from "hono";
import { listKeyrings } from "../../encryption/store.ts";
import { showRoots } from "../../encryption/show-roots.ts";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { readPage } from "../frame/read-page.ts";
import { viewOf } from "../frame/view.ts";
import { keyPages } from "./key-routes.tsx";
import { KeyringListPage } from "./list-page.tsx";

export const keyringPages = new Hono<Rampart>();

keyringPages.get("/portal/keyrings", async (c) => {
  const request = readPage(c);
  const [{ items, total }, progress] = await Promise.all([
    listKeyrings(database(c.env), request),
    showRoots(c.env),
  ]);
  const page = pageOf(request, items, total);
  return c.html(<KeyringListPage view={viewOf(c)} page={page} progress={settle(progress)} />);
});

keyringPages.route("/", keyPages);
