import { mkdirSync, rmSync, statSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../src/platform/spans.ts";
import { takeArguments } from "./instance/take-arguments.ts";

const FOLDER = "docs/screenshots";
const DESK = { width: 1200, height: 780 };
const PHONE = { width: 390, height: 780 };
/** For pages that say what they have to say further up. */
const LOW = { width: 1200, height: 560 };
const CALLS = 60;
/** How long each agent has been silent: online, stale, offline and missing. */
const SILENT_MS = [0, 0, 0, 0, 0, 5 * MINUTE_MS, 2 * HOUR_MS, 3 * HOUR_MS, 40 * DAY_MS];
const LURES = [
  "BBVA: su cuenta ha sido bloqueada. Verifique sus datos en http://bbva-verifica.example",
  "Correos: su paquete espera. Pague 1,99 en http://correos-tasas.example/pago",
  "Nos vemos a las ocho en la oficina.",
];
const EDITION = Array.from({ length: 75 }, (_, at) => `198.18.0.${at + 1}`).join("\n");
const REPORT_WAIT_MS = 9_000;

interface Shot {
  file: string;
  path: string;
  options?: BrowserContextOptions;
  /** What is done on the page before the picture is taken. */
  act?: (page: Page) => Promise<void>;
}

const USAGE = `npm run screenshots

  Writes pictures of the main pages over demonstration data into ${FOLDER}. It takes no argument.`;

takeArguments(USAGE, {});
// The product and the browser, which are not needed to show the usage.
const { makeExamples } = await import("../test/support/portal-examples.ts");
const { PortalWorld } = await import("../test/support/portal-world.ts");
const { openReceiver } = await import("../test/support/webhook-receiver.ts");
const { default: openRunFolder } = await import("../test/support/run-folder.ts");
process.once("exit", openRunFolder());
await using world = await PortalWorld.open();
const examples = await makeExamples(world);
await enrolFleet();
await using receiver = await openReceiver();
const webhookId = await live();
await world.call("PUT", "/admin/intel/sources/tor-exits/feed", EDITION);
const own = `/portal/t/${world.tenantId}`;
const shots: Shot[] = [
  { file: "overview", path: own },
  { file: "usage", path: `${own}/usage` },
  { file: "webhook", path: `${own}/webhooks/${webhookId}` },
  { file: "inspection", path: `${own}/inspections/${examples["inspectionId"]}` },
  { file: "fleet-dark", path: "/portal/fleet", options: { colorScheme: "dark" } },
  { file: "agents", path: `${own}/collectors?version=1.0.0`, options: { viewport: LOW } },
  { file: "sources", path: "/portal/sources?status=live" },
  { file: "editions", path: "/portal/sources/tor-exits#editions", options: { viewport: LOW } },
  { file: "leaked", path: "/portal/leaked", options: { viewport: LOW }, act: findLeaked },
  { file: "service-keys", path: "/portal/service-keys", options: { viewport: LOW } },
  { file: "keyring-es", path: `${own}/keyring`, options: { locale: "es-ES" } },
  { file: "overview-phone-dark", path: own, options: { colorScheme: "dark", viewport: PHONE } },
];
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
let total = 0;
for (const shot of shots) total += await take(shot);
console.log(`${Math.round(total / 1024)} KiB in all`);

async function take({ file, path, options, act }: Shot): Promise<number> {
  const visit = await world.enter(await world.aLink(), { viewport: DESK, ...options });
  await visit.page.goto(world.baseUrl + path);
  await act?.(visit.page);
  const target = `${FOLDER}/${file}.png`;
  await visit.page.screenshot({ path: target });
  await visit.context.close();
  const { size } = statSync(target);
  console.log(`${target}: ${Math.round(size / 1024)} KiB`);
  return size;
}

/** Asks whose some keys are, as they might stand in a public place. */
async function findLeaked(page: Page): Promise<void> {
  const { apiKey, tenantToken, internalServiceKey } = world.credentials;
  await page.fill(
    "textarea",
    `API_KEY=${apiKey} TOKEN=${tenantToken.slice(0, 16)} ${internalServiceKey}`,
  );
  await page.click("main form button.primary");
  await page.waitForSelector("#found");
}

async function enrolFleet(): Promise<void> {
  for (const silentMs of SILENT_MS) {
    const agentId = await world.enrolAgent();
    if (silentMs > 0) await world.silence([agentId], silentMs);
  }
}

/** Makes some traffic, messages, and an endpoint that hears of them; returns the endpoint's id. */
async function live(): Promise<string> {
  const { tenantId, baseUrl } = world;
  const tenant = `/admin/tenants/${tenantId}`;
  const { key } = await world.call<{ key: string }>("POST", `${tenant}/api-keys`, {
    name: "Firewall",
    scopes: ["urlsearch", "ipsearch", "dnssearch", "antispam"],
  });
  const endpoint = await world.call<{ id: string }>("POST", `${tenant}/webhooks`, {
    url: receiver.url,
    events: ["inspection.flagged", "ping"],
    description: "Security desk",
  });
  const ping = () => world.call("POST", `${tenant}/webhooks/${endpoint.id}/ping`);
  await ping();
  const headers = { "x-tenant-id": tenantId, "x-api-key": key, "content-type": "application/json" };
  const ask = (path: string) => fetch(`${baseUrl}/api/v1${path}`, { headers });
  for (let calls = 0; calls < CALLS; calls += 1) {
    const module = calls % 3 === 0 ? "ipsearch?value=192.0.2.1" : "urlsearch?value=example.com";
    await ask(`/${module}`);
  }
  for (const text of LURES) {
    const body = JSON.stringify({ channel: "sms", sender: "+34600000000", body: text });
    await fetch(`${baseUrl}/api/v1/antispam`, { method: "POST", headers, body });
  }
  // The gate and the keyring are told of calls with the next call after a while.
  await new Promise((resolve) => setTimeout(resolve, REPORT_WAIT_MS));
  await ask("/urlsearch?value=example.com");
  await ping();
  return endpoint.id;
}
