import { Hono, type Context } from "hono";
import { hasModel } from "../../ai/providers/has-model.ts";
import { settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import { findInspection, findNeighbours, listInspections } from "../../inspection/store.ts";
import { eventIdOf } from "../../inspection/keep/keep-inspection.ts";
import { giveFeedback, noSuchInspection } from "../../inspection/give-feedback.ts";
import { CHANNELS } from "../../inspection/verdicts.ts";
import { showInspection } from "../../inspection/show-inspection.ts";
import type { Rampart } from "../../platform/index.ts";
import { findApiKey } from "../../tenants/api-keys/store.ts";
import { PORTAL_KEY } from "../../tenants/gate/gate.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { FormState, readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { findDeliveries } from "../../webhooks/delivery/find-deliveries.ts";
import { InspectionPage } from "./inspection-page.tsx";
import { ASKED_VERDICTS, InspectionListPage, SAID } from "./list-page.tsx";

const LIST = "/portal/t/:tenantId/inspections";
const ONE = `${LIST}/:inspectionId`;

export const inspectionPages = new Hono<Rampart>();

inspectionPages.get(LIST, async (c) => {
  const { view, who, tenantId, db, now } = deskOf(c);
  const { filter, asked } = readWhich(c);
  const found = filter.given("id");
  if (found !== undefined && (await findInspection(db, tenantId, found, now)) !== undefined) {
    return c.redirect(`/portal/t/${tenantId}/inspections/${found}`, 302);
  }
  const request = readPage(c);
  const none = { items: [], total: 0 };
  const { items, total } =
    found === undefined ? await listInspections(db, tenantId, asked, request, now) : none;
  const page = pageOf(request, items.map(showInspection), total);
  const mayTry = who.permissions.has("inspections:write");
  return c.html(<InspectionListPage view={view} filter={filter} page={page} mayTry={mayTry} />);
});

inspectionPages.get(ONE, async (c) => c.html(await inspectionPage(c)));

inspectionPages.post(`${ONE}/feedback`, async (c) => {
  const { view, who, tenantId, now } = deskOf(c);
  const form = await readForm(c);
  const label = form.value("label");
  const note = form.given("note");
  const { newFeedback } = await import("./feedback-order.ts");
  const given = newFeedback.safeParse({
    ...(label === "clean" ? { kind: "false_positive" } : { kind: "missed", label }),
    ...(note === undefined ? {} : { note }),
  });
  const id = c.req.param("inspectionId");
  const { refused } = await carryOut(view, form, given, (feedback) =>
    giveFeedback(c.env, { by: who, tenantId, now }, id, feedback),
  );
  if (refused) return c.html(await inspectionPage(c, refused), refused.status);
  return redirectBack(c, "saved");
});

/** Which inspections the reader wants to see. */
function readWhich(c: Context<Rampart, string>) {
  const { form: filter, chosen } = readFilter(c, ["from", "to", "id"], {
    verdict: ASKED_VERDICTS,
    channel: CHANNELS,
    feedback: SAID,
  });
  return { filter, asked: { ...chosen, from: filter.moment("from"), to: filter.moment("to") } };
}

async function inspectionPage(c: Context<Rampart, string>, refused?: FormState) {
  const { view, who, tenantId, db, now } = deskOf(c);
  const id = c.req.param("inspectionId") ?? "";
  const found = settle((await findInspection(db, tenantId, id, now)) ?? noSuchInspection());
  const mayWrite = who.permissions.has("inspections:write");
  const record = showInspection(found);
  const { keyId, feedback } = record;
  // Sending the form again replaces the feedback, so the note is in it.
  const given = feedback === null ? {} : { label: feedback.label, note: feedback.note ?? "" };
  const form = refused ?? new FormState(given);
  const mayOpen = who.permissions.has("keys:read") && keyId !== PORTAL_KEY;
  const mayFollow = who.permissions.has("webhooks:read") && record.verdict !== "clean";
  const [key, deliveries, modelled, beside] = await Promise.all([
    mayOpen ? findApiKey(db, tenantId, keyId) : undefined,
    mayFollow ? findDeliveries(c.env, tenantId, eventIdOf(record.inspectionId)) : undefined,
    hasModel(c.env, tenantId, now),
    findNeighbours(db, tenantId, readWhich(c).asked, record.inspectionId, now),
  ]);
  const props = { view, record, keyName: key?.name, deliveries, form, mayWrite, beside };
  return <InspectionPage {...props} hasModel={modelled} />;
}
