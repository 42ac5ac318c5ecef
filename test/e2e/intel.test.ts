import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { BouncerClient } from "crowdsec-client";
import { beforeAll, describe, expect, it } from "vitest";
import { RESIDENT_MAX_ROWS } from "../../src/intel/segments/layout.ts";
import type { Credentials } from "../../scripts/dev/credentials.ts";
import { sharedDemo } from "../support/shared-demo.ts";

const run = promisify(execFile);
let stateDir: string;
let credentials: Credentials;

beforeAll(async () => {
  ({ stateDir, credentials } = await sharedDemo());
});

interface Verdict {
  disposition: string;
  sources: string[];
}

async function ask(module: string, value: string): Promise<Verdict> {
  const { baseUrl, tenantId, apiKey } = credentials;
  const query = new URLSearchParams({ value });
  const answer = await fetch(`${baseUrl}/api/v1/${module}?${query.toString()}`, {
    headers: { "x-tenant-id": tenantId, "x-api-key": apiKey },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Verdict;
}

function aFile(name: string, content: string): string {
  const file = join(stateDir, name);
  writeFileSync(file, content);
  return file;
}

interface Said {
  code: number;
  out: string;
  err: string;
}

/** The command line as an operator runs it. */
async function intel(args: string[], env: Record<string, string> = {}): Promise<Said> {
  const state = { RAMPART_STATE_DIR: stateDir };
  const options = { env: { ...process.env, ...state, ...env } };
  try {
    const { stdout, stderr } = await run("node", ["scripts/intel.ts", ...args], options);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

describe("npm run intel -- load", () => {
  it("sends a feed to the local instance, shows the progress and prints the result", async () => {
    const names = Array.from({ length: 200_000 }, (_, number) => `listed${number}.test`);
    const file = aFile("names.txt", `${names.join("\n")}\nno domain\n`);
    const said = await intel(["load", "disposable-email", file, "--may-shrink"]);
    expect(said).toMatchObject({ code: 0 });
    expect(said.out).toMatch(/^disposable-email: 200000 rows, 1 bad lines, version \d+; live/);
    expect(said.out).toContain("line 200001: The value is no domain.");
    expect(said.err).toMatch(/^sent 100 % \(\d+\.\d of \d+\.\d MB\)$/m);
    expect((await ask("dnssearch", "listed77777.test")).sources).toEqual(["disposable-email"]);
  });

  it("sends to another instance with the given token, and ends with 1 if that gets 403", async () => {
    const { baseUrl, operatorToken, tenantToken } = credentials;
    const order = ["load", "tor-exits", aFile("tor.txt", "198.51.100.200\n"), "--may-shrink"];
    const elsewhere = { RAMPART_STATE_DIR: join(stateDir, "nowhere"), RAMPART_URL: `${baseUrl}/` };
    const told = { ...elsewhere, RAMPART_TOKEN: operatorToken };
    expect(await intel(order, told)).toMatchObject({ code: 0 });
    const tokenFile = aFile("token", `${tenantToken}\n`);
    const tenant = await intel([...order, "--token-file", tokenFile], told);
    expect(tenant).toMatchObject({ code: 1, err: expect.stringContaining("answered 403") });
  });

  it("says why a feed was refused, in one line for each bad line", async () => {
    const file = aFile("bad.txt", "one\ntwo words\n");
    const said = await intel(["load", "vpns", file]);
    expect(said).toMatchObject({ code: 1, out: "" });
    expect(said.err).toContain("answered 422");
    expect(said.err).toContain("line 2: The value is no address or block.");
  });

  it("says in one line that a file is missing or that the instance cannot be reached", async () => {
    const missing = await intel(["load", "ipsum", "no-such-file"]);
    expect(missing).toMatchObject({ code: 1, err: "There is no no-such-file.\n" });
    const file = aFile("few.txt", "192.0.2.1\n");
    const away = ["--address", "http://127.0.0.1:1", "--token-file", aFile("any", "x")];
    for (const verb of ["load", "build"]) {
      const said = await intel([verb, "vpns", file, ...away]);
      expect(said).toMatchObject({ code: 1, err: expect.stringContaining("cannot be reached") });
    }
  });
});

describe("npm run intel -- build", () => {
  /** More than an isolate holds of one table. */
  const many = RESIDENT_MAX_ROWS + 10_000;
  const LONG_MS = 240_000;

  it(
    "builds a segment larger than a Worker could, and sends it, and look-ups find its rows",
    { timeout: LONG_MS },
    async () => {
      const lines = Array.from({ length: many }, (_, number) => `many${number}.test`);
      const file = aFile("many.txt", lines.join("\n"));
      const said = await intel(["build", "disposable-email", file]);
      expect(said).toMatchObject({ code: 0 });
      expect(said.out).toMatch(/^disposable-email: 1010000 rows, 0 bad lines, version \d+;/);
      expect(said.err).toMatch(/^read 100 %.*\n(.*\n)*sent 100 %/m);
      for (const number of [0, 1, 654_321, many - 1]) {
        const { sources } = await ask("dnssearch", `many${number}.test`);
        expect(sources).toEqual(["disposable-email"]);
      }
      expect((await ask("dnssearch", `many${many}.test`)).sources).toEqual([]);
    },
  );

  it("writes a segment that can be sent later", async () => {
    const file = aFile("later.txt", "later.test\n");
    const out = join(stateDir, "later.segment");
    const written = await intel(["build", "disposable-email", file, "--out", out]);
    expect(written).toMatchObject({ code: 0 });
    const refused = await intel(["load", "disposable-email", out]);
    expect(refused.err).toContain("it shrank by more than half");
    expect(await intel(["load", "disposable-email", out, "--may-shrink"])).toMatchObject({
      code: 0,
    });
    expect((await ask("dnssearch", "later.test")).sources).toEqual(["disposable-email"]);
  });

  it("refuses a file of bad lines and an unknown source", async () => {
    const file = aFile("bad-names.txt", "two words\nmore words here\n");
    const bad = await intel(["build", "disposable-email", file]);
    expect(bad).toMatchObject({ code: 1, err: expect.stringContaining("no usable line") });
    const unknown = await intel(["build", "nobodys", file]);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("no source nobodys") });
  });
});

/** Real clients are told one thing: an address and a key. */
function bouncerKey(): string {
  return `${credentials.tenantId}:${credentials.apiKey}`;
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end && !holds();) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(holds()).toBe(true);
}

async function loadAddresses(addresses: readonly string[]): Promise<void> {
  const file = aFile("c2.txt", `${addresses.join("\n")}\n`);
  expect(await intel(["load", "cobaltstrike", file, "--may-shrink"])).toMatchObject({ code: 0 });
}

describe("a public client of CrowdSec's local API", () => {
  it("signs in, asks about an address, and streams new decisions", async () => {
    const client = new BouncerClient({ url: credentials.baseUrl, auth: { apiKey: bouncerKey() } });
    await client.login();
    const [found] = await client.Decisions.search({ ip: "203.0.113.80" });
    expect(found).toMatchObject({ type: "ban", value: "203.0.113.80" });
    expect((await client.Decisions.search({ ip: "192.0.2.222" })) ?? []).toEqual([]);

    const added = new Set<string>();
    const stream = client.Decisions.getStream({ interval: 500, scopes: ["ip", "range"] });
    stream.on("added", ({ value }: { value?: string }) => added.add(value ?? ""));
    stream.resume();
    try {
      await until(() => added.has("203.0.113.80") && added.has("198.51.100.0/25"));
      await loadAddresses(["203.0.113.200", "203.0.113.201"]);
      await until(() => added.has("203.0.113.200"));
    } finally {
      stream.pause();
    }
  });
});

const BOUNCER = "crowdsec-custom-bouncer";
const hasBouncer = spawnSync(BOUNCER, ["-h"]).error === undefined;
if (!hasBouncer) process.stderr.write(`SKIPPED: ${BOUNCER} is not installed\n`);

describe.skipIf(!hasBouncer)("CrowdSec's own bouncer", () => {
  it("adds malicious addresses, and takes back one that the tenant allows", async () => {
    const log = aFile("decisions.log", "");
    const script = aFile("decide.sh", `#!/bin/sh\necho "$1 $2" >> ${log}\n`);
    spawnSync("chmod", ["+x", script]);
    const config = aFile(
      "bouncer.yaml",
      `bin_path: ${script}
piddir: ${stateDir}
update_frequency: 1s
cache_retention_duration: 1s
daemonize: false
log_mode: stdout
log_level: info
api_url: ${credentials.baseUrl}/
api_key: ${bouncerKey()}
prometheus: { enabled: false }
`,
    );
    await loadAddresses(["203.0.113.210", "203.0.113.211"]);
    const bouncer: ChildProcess = spawn(BOUNCER, ["-c", config], { stdio: "ignore" });
    const did = (line: string) => readFileSync(log, "utf8").split("\n").includes(line);
    try {
      await until(() => did("add 203.0.113.210") && did("add 198.51.100.0/25"));
      await allow("203.0.113.210");
      await until(() => did("del 203.0.113.210"));
    } finally {
      bouncer.kill();
    }
  });
});

/** The tenant allows an address that a source lists. */
async function allow(value: string): Promise<void> {
  const { baseUrl, tenantId, tenantToken } = credentials;
  const answer = await fetch(`${baseUrl}/admin/tenants/${tenantId}/intel/entries`, {
    method: "POST",
    headers: { authorization: `Bearer ${tenantToken}`, "content-type": "application/json" },
    body: JSON.stringify({ action: "allow", value }),
  });
  expect(answer.status).toBe(201);
}
