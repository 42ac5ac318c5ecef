import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Demo } from "../support/demo.ts";
import { runScript } from "../support/run-script.ts";

let demo: Demo;
let stateDir: string;
let secretFile: string;

/** All that the command has printed. */
let said = "";

async function command(args: readonly string[], env: NodeJS.ProcessEnv) {
  const ran = await runScript("scripts/keys.ts", args, env);
  said += ran.out + ran.err;
  return ran;
}
const keys = (...args: string[]) =>
  command(args, { RAMPART_STATE_DIR: stateDir, RAMPART_URL: "", RAMPART_TOKEN: "" });
const secretText = () => parseEnv(readFileSync(secretFile, "utf8"))["ENCRYPTION_ROOTS"] ?? "";
const secret = () => JSON.parse(secretText()) as { current: number; roots: Record<string, string> };
const credentials = () => demo.credentials;
const deploy = () => demo.deploy();

async function post(path: string, body: object) {
  const answer = await fetch(`${credentials().baseUrl}/encryption/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-internal-service-key": credentials().internalServiceKey,
    },
    body: JSON.stringify({ tenantId: "demo", ...body }),
  });
  return (await answer.json()) as Record<string, string>;
}

beforeAll(async () => {
  demo = await Demo.open();
  ({ stateDir } = demo);
  secretFile = join(stateDir, "secrets.env");
});

afterAll(async () => demo[Symbol.asyncDispose]());

describe("npm run keys", () => {
  let encrypted = "";
  let firstRoot = "";

  it("adds a root to a running instance, and makes it the current one only once it is deployed", async () => {
    encrypted = (await post("encrypt", { value: "kept" }))["encrypted"] ?? "";
    firstRoot = secret().roots["1"] ?? "";
    const before = await keys("roots");
    expect(before).toMatchObject({ code: 0 });
    expect(before.out).toMatch(/^1 +2 +0 .* current$/m);
    expect(await keys("progress")).toMatchObject({
      code: 0,
      out: "2 of 2 tenants are under root 1 (100 %), 0 to go\n",
    });

    const early = await keys("use-root", "2");
    expect(early).toMatchObject({ code: 1, err: expect.stringContaining("no root 2") as string });
    expect(await keys("add-root")).toMatchObject({ code: 0 });
    expect(secret()).toMatchObject({ current: 1, roots: { 1: firstRoot } });
    const undeployed = await keys("use-root", "2");
    expect(undeployed.code).toBe(1);
    expect(undeployed.err).toContain("deploy the secret");
    await deploy();
    expect(await keys("use-root", "2")).toMatchObject({ code: 0 });
    expect(secret().current).toBe(2);
    expect((await keys("rotate-root")).out).toContain("use-root 2, then deploy it.");
    expect(statSync(secretFile).mode & 0o077).toBe(0);
  });

  it("ends with 3 and says which tenants cannot be moved, and why", async () => {
    const good = secretText();
    const wrong = JSON.stringify({
      ...secret(),
      roots: { ...secret().roots, 1: "B".repeat(42) + "A" },
    });
    writeFileSync(secretFile, readFileSync(secretFile, "utf8").replace(good, wrong));
    await deploy();
    const stuck = await keys("rotate-root");
    expect(stuck.code).toBe(3);
    expect(stuck.out).toContain("0 of 2 tenants are under root 2 (0 %), 2 to go, 2 failed");
    const stale = await keys("stale");
    expect(stale.code).toBe(0);
    expect(stale.out).toMatch(/^demo +1 .* encryption_unavailable$/m);
    expect(stale.out).toMatch(/^other +1 .* encryption_unavailable$/m);
    expect((await keys("progress")).code).toBe(3);
    const needed = await keys("drop-root", "1");
    expect(needed.code).toBe(1);
    expect(needed.err).toContain("still needed");
    writeFileSync(secretFile, readFileSync(secretFile, "utf8").replace(wrong, good));
    await deploy();
  });

  it("moves the tenants with visible progress, drops the old root, and old values still decrypt", async () => {
    const moved = await keys("rotate-root");
    expect(moved.code).toBe(0);
    expect(moved.out).toContain("0 of 2 tenants are under root 2 (0 %), 2 to go");
    expect(moved.out).toContain("2 of 2 tenants are under root 2 (100 %), 0 to go");
    expect(moved.out).toContain("drop-root 1");
    expect((await keys("stale")).out).toBe("");
    expect(await keys("drop-root", "1")).toMatchObject({ code: 0 });
    expect(Object.keys(secret().roots)).toEqual(["2"]);
    await deploy();
    expect(await post("decrypt", { encrypted })).toEqual({ tenantId: "demo", decrypted: "kept" });
    expect((await keys("roots")).out).toMatch(/^2 +2 +0 .* current$/m);
  });

  it("never uses a root's number again", async () => {
    expect(await keys("add-root")).toMatchObject({ code: 0 });
    expect(Object.keys(secret().roots)).toEqual(["2", "3"]);
  });

  it("works on an instance elsewhere, with a token from a file or the environment", async () => {
    const { baseUrl, operatorToken } = credentials();
    const away = { RAMPART_STATE_DIR: join(stateDir, "nowhere") };
    const byEnv = { ...away, RAMPART_URL: baseUrl, RAMPART_TOKEN: operatorToken };
    expect(await command(["progress"], byEnv)).toMatchObject({ code: 0 });
    const tokenFile = join(stateDir, "token");
    writeFileSync(tokenFile, `${operatorToken}\n`);
    const flags = ["--address", baseUrl, "--token-file", tokenFile];
    expect(await command(["roots", ...flags], away)).toMatchObject({ code: 0 });

    const file = join(stateDir, "roots.json");
    writeFileSync(file, JSON.stringify({ current: 2, roots: { 2: secret().roots["2"] } }));
    expect(await command(["add-root", ...flags, "--file", file], away)).toMatchObject({
      code: 0,
    });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ current: 2 });
    expect(statSync(file).mode & 0o077).toBe(0);
    const nowhere = await command(["add-root", ...flags], away);
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining("--file") as string });
  });

  it("ends with 2 for --file and with 1 for --token-file if no address is given", async () => {
    const file = join(stateDir, "elsewhere.json");
    const held = secretText();
    writeFileSync(file, held);
    for (const order of [["add-root"], ["use-root", "3"], ["drop-root", "3"]]) {
      const ran = await keys(...order, "--file", file);
      expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("RAMPART_URL") as string });
    }
    expect(readFileSync(file, "utf8")).toBe(held);
    const ran = await keys("roots", "--token-file", file);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("address") as string });
  });

  it("ends with 2 on wrong arguments, with a message that holds no secret", async () => {
    const cases = [
      [],
      ["rotate"],
      ["roots", "--token", "rmp_pat_secret"],
      ["roots", "1"],
      ["drop-root"],
      ["drop-root", "one"],
    ];
    await everyOne(cases, 2);
    const nothing = await command([], { RAMPART_STATE_DIR: join(stateDir, "nowhere") });
    expect(nothing.err).toContain("Name a command.");
  });

  it("ends with 1 when there is no instance to ask, with a message that holds no secret", async () => {
    const twoLines = join(stateDir, "two-lines");
    writeFileSync(twoLines, "rmp_pat_secret\nrmp_pat_secret\n");
    const cases = [
      ["roots"],
      ["roots", "--address", "http://rampart.example"],
      ["roots", "--address", "https://rampart.example"],
      ["roots", "--address", "http://127.0.0.1:9", "--token-file", "package.json"],
      ["roots", "--address", "http://127.0.0.1:9", "--token-file", twoLines],
    ];
    await everyOne(cases, 1);
  });

  async function everyOne(cases: readonly string[][], code: number): Promise<void> {
    const nowhere = {
      RAMPART_STATE_DIR: join(stateDir, "nowhere"),
      RAMPART_URL: "",
      RAMPART_TOKEN: "",
    };
    const all = await Promise.all(cases.map((args) => command(args, nowhere)));
    expect(all.map((ran) => ran.code)).toEqual(cases.map(() => code));
    for (const { out, err } of all) {
      expect(err.length).toBeGreaterThan(10);
      expect(out + err).not.toContain("rmp_pat_secret");
      expect(err).not.toMatch(/^ +at /m);
    }
  }

  it("ends with 1 for a token without permission", async () => {
    const { baseUrl, tenantToken } = credentials();
    const ran = await command(["roots"], {
      RAMPART_URL: baseUrl,
      RAMPART_TOKEN: tenantToken,
    });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("answered 403");
  });

  it("never prints a root", () => {
    const roots = [firstRoot, ...Object.values(secret().roots)];
    for (const what of [
      "not in use",
      "is the current one",
      "under root 2 (100 %)",
      "drop-root 1",
    ]) {
      expect(said).toContain(what);
    }
    for (const root of roots) expect(said).not.toContain(root);
  });
});
