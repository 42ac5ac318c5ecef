import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { runScript } from "../support/run-script.ts";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rampart-no-instance-"));
  const baseUrl = `http://localhost:${await freePort()}`;
  const credentials = { baseUrl, operatorToken: "rmp_pat_token", tenantId: "demo" };
  writeFileSync(join(folder, "credentials.json"), JSON.stringify(credentials));
  writeFileSync(join(folder, "feed.txt"), "http://malware.example/\n");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("a command while the local instance is not running", () => {
  it.each([
    ["keys", ["roots"]],
    ["webhooks", ["listen"]],
    ["intel", ["load", "openphish", "feed.txt"]],
  ])("npm run %s says why the instance cannot be reached, and what to do", async (name, args) => {
    const here = { RAMPART_STATE_DIR: folder, RAMPART_URL: "", RAMPART_WEBHOOK_SECRET: "" };
    const given = args.map((arg) => (arg === "feed.txt" ? join(folder, arg) : arg));
    const { code, err } = await runScript(`scripts/${name}.ts`, given, here);
    expect(code).toBe(1);
    expect(err).toMatch(/cannot be reached: .*ECONNREFUSED.*\. Is npm start running\?\n$/);
  });
});
