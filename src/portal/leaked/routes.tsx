import { Hono } from "hono";
import type { Rampart } from "../../platform/index.ts";
import { findLeaked } from "../../tenants/api-keys/find-leaked.ts";
import { ownDeskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { LeakedPage } from "./leaked-page.tsx";

const PAGE = "/portal/leaked";

/** Whose a leaked key is. The text comes in a form: an address would be in histories and logs. */
export const leakedPages = new Hono<Rampart>();

leakedPages.get(PAGE, (c) =>
  c.html(<LeakedPage view={ownDeskOf(c).view} form={new FormState()} />),
);

leakedPages.post(PAGE, async (c) => {
  const { view, who, db, now } = ownDeskOf(c);
  const form = await readForm(c);
  const found = await findLeaked(db, form.value("text"), who.permissions, now);
  // The text is not shown again: it may hold a secret.
  return c.html(<LeakedPage view={view} form={new FormState()} found={found} />);
});
