import type { Context, Hono } from "hono";
import { isRefusal } from "../../http/index.ts";
import { changeMany } from "../../intel/tenant-lists/change-many.ts";
import { forgetLists } from "../../intel/recall-knowledge.ts";
import { entryBatch, MAX_BATCH_BYTES } from "../../intel/tenant-lists/schemas.ts";
import type { Rampart } from "../../platform/index.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readSent } from "../frame/form.ts";
import { claimOnce } from "../frame/send-once.ts";
import { textOrFile } from "../frame/text-or-file.ts";
import { decodeFile } from "./decode-file.ts";
import { FIELDS, ManyFormPage, ManyPreviewPage } from "./many-pages.tsx";
import { readMany } from "./read-many.ts";

const MANY = "/portal/t/:tenantId/lists/many";

/** Many entries at once: a text or a file, then what it would change, then the change. */
export function addManyPages(pages: Hono<Rampart>): void {
  pages.get(MANY, (c) => {
    const { view } = deskOf(c);
    return c.html(<ManyFormPage view={view} form={new FormState({ mode: "add" })} />);
  });
  pages.post(MANY, (c) => takeMany(c));
}

async function takeMany(c: Context<Rampart, string>): Promise<Response> {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = new FormState(await readSent(c, MAX_BATCH_BYTES, MAX_BATCH_BYTES));
  // A look changes nothing, so its form may be sent again.
  const dryRun = form.given("confirm") === undefined;
  if (!dryRun) await claimOnce(c, form.value("once"));
  const again = (refused: FormState) =>
    c.html(<ManyFormPage view={view} form={refused} />, refused.status);
  const sent = textOrFile(c, form);
  if (isRefusal(sent)) return again(form.refused(view, sent, { about: "text" }));
  const text = typeof sent === "string" ? sent : await decodeFile(sent);
  const many = readMany(view, text);
  if (isRefusal(many)) return again(form.refused(view, many, { about: "text" }));
  const order = entryBatch.safeParse({ ...said(form), dryRun, entries: many.entries });
  const { done, refused } = await carryOut(
    view,
    form,
    order,
    (batch) => changeMany(db, who, tenantId, batch, now),
    { about: "text" },
  );
  if (refused) return again(refused);
  if (dryRun) return c.html(<ManyPreviewPage {...{ view, form, text, result: done, ...many }} />);
  forgetLists(tenantId);
  return redirectWith(c, "saved", `/portal/t/${tenantId}/lists`);
}

function said(form: FormState): Record<string, string> {
  const given = FIELDS.flatMap((name) => {
    const value = name === "expiresAt" ? form.time(name) : form.given(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
