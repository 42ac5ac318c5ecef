import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announce } from "../../scripts/dev/announce.ts";
import { readCredentials, writeCredentials } from "../../scripts/dev/credentials.ts";
import { seed } from "../../scripts/dev/seed.ts";
import { Demo } from "../support/demo.ts";

let demo: Demo;

async function setStatus(tenantId: string, status: string): Promise<void> {
  const { baseUrl, operatorToken } = demo.credentials;
  const { status: answered } = await fetch(`${baseUrl}/admin/tenants/${tenantId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify({ status }),
  });
  expect(answered).toBe(200);
}

/** What a further start makes and prints. */
async function startAgain() {
  const { settings } = demo;
  const made = await seed(readCredentials(settings), settings.port, demo.credentials.operatorToken);
  writeCredentials(settings, made);
  return { made, printed: announce(settings, made, 1) };
}

beforeAll(async () => {
  demo = await Demo.open();
});
afterAll(() => demo[Symbol.asyncDispose]());

describe("a further npm start", () => {
  it("keeps everything of a tenant that is suspended", async () => {
    await setStatus("other", "suspended");
    const before = demo.credentials;
    const { made } = await startAgain();
    expect(made.otherApiKey).toBe(before.otherApiKey);
    await setStatus("other", "active");
  });

  it("has no credentials for a tenant that is closed, and says so", async () => {
    const before = demo.credentials;
    await setStatus("other", "closed");
    const { made, printed } = await startAgain();
    const { otherTenantToken, otherApiKey, otherEnrollmentCode, ...kept } = made;
    expect([otherTenantToken, otherApiKey, otherEnrollmentCode]).toEqual(["", "", ""]);
    expect(kept.apiKey).toBe(before.apiKey);
    expect(printed).toMatch(/tenant other +closed/);
    expect(printed).toContain(before.apiKey);
  });

  it("prints no call that needs a tenant if both are closed", async () => {
    await setStatus("demo", "closed");
    const { printed } = await startAgain();
    expect(printed).toMatch(/tenant demo +closed/);
    expect(printed).not.toContain("X-Tenant-ID");
    expect(printed).not.toContain("/encryption/encrypt");
    expect(printed).toContain("/admin/tenants");
  });

  it("makes them again once the tenants are open again", async () => {
    await setStatus("demo", "active");
    await setStatus("other", "active");
    const { made } = await startAgain();
    for (const [name, value] of Object.entries(made)) expect([name, value]).not.toContain("");
  });
});
