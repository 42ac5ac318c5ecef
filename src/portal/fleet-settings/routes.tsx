import { Hono } from "hono";
import { changeSettings } from "../../fleet/change-settings.ts";
import { settingsChange } from "../../fleet/settings-schemas.ts";
import { readSettings, type FleetSettings } from "../../fleet/settings-store.ts";
import { minuteOf, type Rampart } from "../../platform/index.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { FleetSettingsPage } from "./settings-page.tsx";

const PAGE = "/portal/t/:tenantId/fleet-settings";
/** A form sends all fields; the API changes only those that are named. */
const wholeChange = settingsChange.required({ certificateDays: true, intervalPercent: true });

export const fleetSettingsPages = new Hono<Rampart>();

fleetSettingsPages.get(PAGE, async (c) => {
  const { view, who, tenantId, db } = deskOf(c);
  const form = fillSettings(await readSettings(db, tenantId));
  const mayWrite = who.permissions.has("fleet:write");
  return c.html(<FleetSettingsPage view={view} form={form} mayWrite={mayWrite} />);
});

fleetSettingsPages.post(PAGE, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const form = await readForm(c);
  const standing = fillSettings(await readSettings(db, tenantId));
  const { renewBefore = null, ...rest } = readSettingsForm(form);
  // The field shows no seconds, so an unchanged time is not sent.
  const isMoved = form.value("renewBefore") !== standing.value("renewBefore");
  const order = wholeChange.safeParse(isMoved ? { ...rest, renewBefore } : rest);
  const { refused } = await carryOut(
    view,
    form,
    order,
    (change) => changeSettings(db, who, tenantId, change, now),
    { now: standing },
  );
  if (refused) {
    return c.html(<FleetSettingsPage view={view} form={refused} mayWrite />, refused.status);
  }
  return redirectBack(c, "saved");
});

function readSettingsForm(form: FormState) {
  return {
    requireNewKey: form.value("requireNewKey") === "yes",
    lockOnConflict: form.value("lockOnConflict") === "yes",
    certificateDays: form.number("certificateDays"),
    intervalPercent: form.number("intervalPercent"),
    renewBefore: form.time("renewBefore"),
  };
}

function fillSettings(settings: FleetSettings): FormState {
  return new FormState({
    requireNewKey: settings.requireNewKey ? "yes" : "",
    lockOnConflict: settings.lockOnConflict ? "yes" : "",
    certificateDays: String(settings.certificateDays),
    intervalPercent: String(settings.intervalPercent),
    renewBefore: settings.renewBefore === null ? "" : minuteOf(settings.renewBefore),
  }).opened();
}
