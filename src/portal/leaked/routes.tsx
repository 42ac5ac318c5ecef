import { Hono } from "hono";
import { revokeCredential } from "../../access/revoke-credential.ts";
import { settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { findLeaked } from "../../tenants/api-keys/find-leaked.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { LEAKED, LeakedPage } from "./leaked-page.tsx";

/** Whose a leaked key is. The text comes in a form: an address would be in histories and logs. */
export const leakedPages = new Hono<Rampart>();

leakedPages.get(LEAKED, (c) =>
  c.html(<LeakedPage view={ownDeskOf(c).view} form={new FormState()} />),
);

leakedPages.post(LEAKED, async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const form = await readForm(c);
  const leaked = await findLeaked(db, form.value("text"), who.permissions, now);
  // The text is not shown again: it may hold a secret.
  return c.html(<LeakedPage view={view} form={new FormState()} leaked={leaked} />);
});

leakedPages.post(`${LEAKED}/tokens/:tokenId/revoke`, async (c) => {
  await readForm(c);
  const { who, db, now } = ownDeskOf(c);
  settle<void>(await revokeCredential(db, "token", c.req.param("tokenId"), who, now));
  return redirectWith(c, "revoked", LEAKED);
});
