import { Hono, type Context } from "hono";
import { decideOnMove, isOwnMove, moveLabel } from "../../ai/prompts/move-label.ts";
import { byNumber as findPromptVersion } from "../../ai/prompts/find-prompt.ts";
import { listMoves } from "../../ai/prompts/move-store.ts";
import { PRODUCTION } from "../../ai/prompts/well-known.ts";
import { showMove } from "../../ai/prompts/show-move.ts";
import { showVersion, showVersions } from "../../ai/prompts/show-versions.ts";
import { isRefusal, noSuch, refuse, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { nameActors } from "../audit/name-actors.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { PromptListPage } from "./list-page.tsx";
import { PromptVersionPage } from "./version-page.tsx";

const LIST = "/portal/t/:tenantId/prompts";
const ONE = `${LIST}/:promptName/:promptVersion`;

export const promptPages = new Hono<Rampart>();

promptPages.get(LIST, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const request = readPage(c);
  const [{ versions }, { items, total }] = await Promise.all([
    showVersions(db, [tenantId], who.subject, now),
    listMoves(db, { owner: tenantId }, request),
  ]);
  const moves = pageOf(request, items.map(showMove), total);
  const mayOpen = who.permissions.has("prompts:test");
  const mayWrite = who.permissions.has("prompts:write");
  const nameOf = await nameActors(
    deskOf(c),
    moves.items.map(({ requestedBy }) => requestedBy),
  );
  const own = new Set(items.filter((move) => isOwnMove(who, move)).map(({ id }) => id));
  const props = { view, versions, moves, own, nameOf, mayOpen, mayWrite };
  return c.html(<PromptListPage {...props} />);
});

promptPages.get(ONE, async (c) => c.html(await versionPage(c, new FormState())));

promptPages.post(`${ONE}/production`, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c);
  const { name, version } = await versionOf(c);
  const mover = { db, by: who, owner: tenantId, now };
  const move = { tenantId, name, versions: [{ version, weight: 1 }] };
  const moved = await moveLabel(mover, PRODUCTION, move);
  if (isRefusal(moved)) {
    return c.html(await versionPage(c, form.refused(view, moved)), moved.status);
  }
  const flash = moved.state === "pending" ? "awaited" : "saved";
  return redirectWith(c, flash, `/portal/t/${tenantId}/prompts`);
});

promptPages.post(`${LIST}/moves/:moveId`, async (c) => {
  const { who, tenantId, db, now } = deskOf(c);
  const said = (await readForm(c)).value("state");
  const state = said === "applied" || said === "rejected" ? said : settle<never>(noDecision());
  const mover = { db, by: who, owner: tenantId, now };
  settle(await decideOnMove(mover, c.req.param("moveId"), state));
  return redirectBack(c, "saved");
});

function noDecision() {
  return refuse(400, "invalid_request", "A move is agreed to or rejected.");
}

async function versionPage(c: Context<Rampart, string>, form: FormState) {
  const { view, who, tenantId, db, now } = deskOf(c);
  const prompt = await versionOf(c);
  const version = await showVersion(db, prompt, tenantId, who.subject, now);
  const mayWrite = who.permissions.has("prompts:write");
  const nameOf = await nameActors(deskOf(c), [version.createdBy]);
  return <PromptVersionPage {...{ view, version, nameOf, form, mayWrite }} />;
}

async function versionOf(c: Context<Rampart, string>) {
  const { who, tenantId, db, now } = deskOf(c);
  const asker = { owner: tenantId, subject: who.subject, now };
  const name = c.req.param("promptName") ?? "";
  const number = Number(c.req.param("promptVersion"));
  const found = await findPromptVersion(db, asker, name, number);
  return settle(found ?? noSuch("version"));
}
