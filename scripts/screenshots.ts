import { mkdirSync, rmSync, statSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { makeExamples } from "../test/support/portal-examples.ts";
import { PortalWorld } from "../test/support/portal-world.ts";

const FOLDER = "docs/screenshots";
const DESK = { width: 1200, height: 780 };
const PHONE = { width: 390, height: 780 };
const CALLS = 60;
const AGENTS = 4;
const REPORT_WAIT_MS = 9_000;

interface Shot {
  file: string;
  path: string;
  options?: BrowserContextOptions;
  /** What a person would do there first. */
  act?: (page: Page) => Promise<void>;
}

/** `npm run screenshots`: the main pages over demonstration data, for the documentation. */
await using world = await PortalWorld.open();
const examples = await makeExamples(world);
await live();
const own = `/portal/t/${world.tenantId}`;
const shots: Shot[] = [
  { file: "overview", path: own },
  { file: "usage", path: `${own}/usage` },
  { file: "webhook", path: `${own}/webhooks/${examples["webhookId"]}` },
  { file: "inspection", path: `${own}/try/antispam`, act: tryMessage },
  { file: "fleet-dark", path: "/portal/fleet", options: { colorScheme: "dark" } },
  { file: "sources", path: "/portal/sources?status=live" },
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

/** Some traffic, a few agents and a key that encrypts, so that pages have something to tell. */
async function live(): Promise<void> {
  const { tenantId, baseUrl } = world;
  const { key } = await world.call<{ key: string }>("POST", `/admin/tenants/${tenantId}/api-keys`, {
    name: "Firewall",
    scopes: ["urlsearch", "ipsearch", "dnssearch"],
  });
  const headers = { "x-tenant-id": tenantId, "x-api-key": key };
  const ask = (path: string) => fetch(`${baseUrl}/api/v1${path}`, { headers });
  for (let calls = 0; calls < CALLS; calls += 1) {
    const module = calls % 3 === 0 ? "ipsearch?value=192.0.2.1" : "urlsearch?value=example.com";
    await ask(`/${module}`);
  }
  for (let agents = 0; agents < AGENTS; agents += 1) await world.enrolAgent();
  // The gate hears of calls with the next question after a while.
  await new Promise((resolve) => setTimeout(resolve, REPORT_WAIT_MS));
  await ask("/urlsearch?value=example.com");
}

async function tryMessage(page: Page): Promise<void> {
  await page.getByLabel("Channel").selectOption("sms");
  await page.getByLabel("Sender").fill("+34 600 000 000");
  await page
    .getByRole("textbox", { name: "Message" })
    .fill("BBVA: su cuenta ha sido bloqueada. Verifique sus datos en http://bbva-verifica.example");
  await page.getByRole("button", { name: "Inspect it" }).click();
  await page.getByRole("heading", { name: "Verdict" }).scrollIntoViewIfNeeded();
}
