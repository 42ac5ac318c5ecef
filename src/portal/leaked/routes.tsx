import { Hono } from "hono";
import { revokeCredential } from "../../access/revoke-credential.ts";
import { settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { findLeaked } from "../../tenants/api-keys/find-leaked.ts";
import { ownDeskOf } from "../frame/desk.ts";
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
  const form = await readForm(c);
  const { view, who, db, now } = ownDeskOf(c);
  const id = c.req.param("tokenId");
  settle<void>(await revokeCredential(db, who, { kind: "token", id }, now));
  const whole = form.values("whole");
  const text = form.given("text") ?? `rmp_pat_${id}`;
  const { found, isCut } = await findLeaked(db, text, who.permissions, now);
  const wasCut = form.given("cut") !== undefined;
  const shown = found.map((one) => ({ ...one, isWhole: whole.includes(one.id) }));
  return c.html(
    <LeakedPage
      view={{ ...view, flash: "revoked" }}
      form={new FormState()}
      leaked={{ found: shown, isCut: isCut || wasCut }}
    />,
  );
});
