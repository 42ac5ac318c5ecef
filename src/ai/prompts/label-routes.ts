import { Hono, type Context } from "hono";
import { personOf } from "../../access/person-of.ts";
import { json, settle } from "../../http/index.ts";
import { operation, pageOf, pageRequest, valid } from "../../http/contract/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { decideOnMove, moveLabel, type Mover } from "./move-label.ts";
import { listMoves } from "./move-store.ts";
import { ownerOf } from "./owner-of.ts";
import { showMove } from "./show-move.ts";
import * as schemas from "./version-schemas.ts";

/** Labels: the versions behind a name, and who moved them. */
export const labelRoutes = new Hono<Rampart>();

labelRoutes.put(
  "/ai/prompts/labels/:label",
  operation({ operationId: "movePromptLabel" }),
  valid("param", schemas.labelParam),
  valid("json", schemas.move),
  async (c) => {
    const order = c.req.valid("json");
    const mover = await moverOf(c, order.tenantId);
    const moved = settle(await moveLabel(mover, c.req.valid("param").label, order));
    return json(c, showMove(moved), moved.state === "pending" ? 202 : 200);
  },
);

labelRoutes.get(
  "/ai/prompts/moves",
  operation({ operationId: "listPromptMoves" }),
  valid("query", schemas.moveList),
  async (c) => {
    const { tenantId, name, label, ...paging } = c.req.valid("query");
    const owner = await ownerOf(c, tenantId);
    const page = pageRequest(paging);
    const { items, total } = await listMoves(database(c.env), { owner, name, label }, page);
    return json(c, pageOf(page, items.map(showMove), total));
  },
);

labelRoutes.post(
  "/ai/prompts/moves/:id/approve",
  operation({ operationId: "approvePromptMove" }),
  valid("param", schemas.moveParam),
  valid("json", schemas.moveDecision),
  async (c) => {
    const mover = await moverOf(c, c.req.valid("json").tenantId);
    const move = settle(await decideOnMove(mover, c.req.valid("param").id, "applied"));
    return json(c, showMove(move));
  },
);

labelRoutes.post(
  "/ai/prompts/moves/:id/reject",
  operation({ operationId: "rejectPromptMove" }),
  valid("param", schemas.moveParam),
  valid("json", schemas.moveDecision),
  async (c) => {
    const mover = await moverOf(c, c.req.valid("json").tenantId);
    const move = settle(await decideOnMove(mover, c.req.valid("param").id, "rejected"));
    return json(c, showMove(move));
  },
);

async function moverOf(c: Context<Rampart>, named: string): Promise<Mover> {
  const owner = await ownerOf(c, named);
  return { db: database(c.env), by: personOf(c), owner, now: c.get("platform").now() };
}
