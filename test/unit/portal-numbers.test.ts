import { expect, it } from "vitest";
import type { View } from "../../src/portal/frame/view.ts";
import { DeliveryPage } from "../../src/portal/webhooks/delivery-page.tsx";
import { ReplayRestPage } from "../../src/portal/webhooks/replay-pages.tsx";

const view = { language: "es", tenantId: "acme", path: "/portal/t/acme" } as View;
const at = "2026-01-31T09:30:00.000Z";

it("the number of resent events is written as in Spanish, with a dot for thousands", async () => {
  const next = { since: at, until: at, after: "evt_1" };
  const page = ReplayRestPage({ view, path: "/portal/t/acme/webhooks/wh_1", sent: 12_345, next });
  expect(String(await page)).toContain("12.345");
});

it("the duration of an attempt is written as in Spanish, with a dot for thousands", async () => {
  const delivery = {
    eventId: "evt_1",
    type: "ping",
    state: "failed",
    createdAt: at,
    body: '{"data":{}}',
    attempts: [{ at, ms: 10_020 }],
  };
  const endpoint = { id: "wh_1", url: "https://hook.example", status: "active" };
  type Props = Parameters<typeof DeliveryPage>[0];
  const page = DeliveryPage({ view, endpoint, delivery, mayWrite: false } as unknown as Props);
  expect(String(await page)).toContain("10.020");
});
