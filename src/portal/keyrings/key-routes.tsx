import { Hono, type Context } from "hono";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Doer } from "../../access/principal.ts";
import { changeKeySettings } from "../../encryption/change-key-settings.ts";
import { changeVersion } from "../../encryption/change-version.ts";
import { keyAccessOf, type KeyAccess } from "../../encryption/key-access.ts";
import { settingsChange, versionParam } from "../../encryption/key-schemas.ts";
import type { KeyStatus } from "../../encryption/key-answers.ts";
import { rotateKey } from "../../encryption/rotate.ts";
import { showKey } from "../../encryption/show-key.ts";
import { isRefusal, refuse, settle } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { pathOf } from "./key-presses.tsx";
import { KeyringPage } from "./keyring-page.tsx";

const ONE = "/portal/t/:tenantId/keyring";
const NO_VERSION = refuse(404, "key_version_not_found", "The key has no such version.");

type PageContext = Context<Rampart, string>;

/** The page of a tenant's encryption key. */
export const keyPages = new Hono<Rampart>();

keyPages.get(ONE, async (c) => c.html(await ring(c)));

keyPages.post(`${ONE}/rotate`, (c) => press(c, rotateKey));

keyPages.post(`${ONE}/versions/:version/:change`, (c) =>
  press(c, (access, tenantId, by) => {
    const { data = settle<never>(NO_VERSION) } = versionParam.safeParse(c.req.param());
    return changeVersion(access, tenantId, data.version, data.change, by);
  }),
);

keyPages.post(`${ONE}/settings`, async (c) => {
  const { view, who, tenantId } = deskOf(c);
  const form = await readForm(c);
  const access = keyAccessOf(c);
  const { refused } = await carryOut(
    view,
    form,
    settingsChange.safeParse(readSettings(form)),
    (change) => changeKeySettings(access, tenantId, change, who),
    { now: fillSettings(settle(await showKey(access, tenantId))) },
  );
  if (refused) return c.html(await ring(c, () => refused), refused.status);
  return redirectWith(c, "saved", pathOf(view));
});

/**
 * Does what a form with only a button asks for; a refusal is shown on the page. The form's token
 * tells a repeat after a lost answer from a new press.
 */
async function press(
  c: PageContext,
  act: (access: KeyAccess, tenantId: TenantId, by: Doer, form?: string) => Promise<unknown>,
) {
  await readForm(c);
  const { view, who, tenantId } = deskOf(c);
  const done = await act(keyAccessOf(c), tenantId, who, c.get("sentForm"));
  if (!isRefusal(done)) return redirectWith(c, "saved", pathOf(view));
  return c.html(await ring(c, (form) => form.refused(view, done)), done.status);
}

/** `shown` makes the form from one with the present settings. */
async function ring(c: PageContext, shown = (form: FormState) => form) {
  const { view, who, tenantId } = deskOf(c);
  const found = await showKey(keyAccessOf(c), tenantId);
  const isMissing = isRefusal(found) && found.error === "key_not_provisioned";
  const status = isMissing ? null : settle(found);
  const form = shown(status === null ? new FormState() : fillSettings(status));
  const mayChange = who.permissions.has("encryption:admin");
  return <KeyringPage {...{ view, status, form, mayChange }} />;
}

function readSettings(form: FormState) {
  const [afterDays = null, afterEncryptions = null] = [
    form.number("afterDays"),
    form.number("afterEncryptions"),
  ];
  return {
    minEncryptionVersion: form.number("minEncryptionVersion"),
    autoRotation: { afterDays, afterEncryptions },
  };
}

function fillSettings({ minEncryptionVersion, autoRotation }: KeyStatus): FormState {
  return new FormState({
    minEncryptionVersion: String(minEncryptionVersion),
    afterDays: String(autoRotation?.afterDays ?? ""),
    afterEncryptions: String(autoRotation?.afterEncryptions ?? ""),
  }).opened();
}
