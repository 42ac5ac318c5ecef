import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { adviseOn } from "../../scripts/dev/advise-on.ts";
import { claimPorts } from "../../scripts/dev/claim-ports.ts";
import { announce } from "../../scripts/dev/announce.ts";
import { readCredentials, type Credentials } from "../../scripts/dev/credentials.ts";
import { Failure } from "../../scripts/dev/failure.ts";
import { withLocalDatabase, workerStateDir } from "../../scripts/dev/local-database.ts";
import { FailedMigration, migrate } from "../../scripts/dev/migrate.ts";
import { openState } from "../../scripts/dev/open-state.ts";
import { spawnWorker } from "../../scripts/dev/run-worker.ts";
import type { Call } from "../../scripts/dev/seed/call.ts";
import { provisionKeys } from "../../scripts/dev/seed/provision-keys.ts";
import { readSettings, type Settings } from "../../scripts/dev/settings.ts";
import { freePort } from "../support/free-port.ts";
import { startItself, twoPorts } from "../support/npm-start.ts";

/** How long the racing starts get to be ready, before all go on at the same moment. */
const MEET_MS = 3_000;
/** Each start is awake this long before that moment. */
const BRINK_MS = 50;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rampart-failures-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function settings(more: Partial<Settings> = {}): Settings {
  const stateDir = join(folder, "state");
  return { root: process.cwd(), port: 1, mtlsPort: 2, stateDir, fresh: false, ...more };
}

/** What npm start says when it refuses: one line. */
async function refusal(stateDir: string): Promise<string> {
  const started = startItself(stateDir, await twoPorts());
  expect(await started.ended).toBe(1);
  const lines = started.output().trim().split("\n");
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

describe("npm start refuses in one line", () => {
  it("a state directory that is a file", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await refusal(join(folder, "file"))).toMatch(/^The state directory .* is a file: /);
  });

  it.skipIf(!existsSync("/proc/self"))(
    "a state directory where no folder can be made",
    async () => {
      const line = await refusal("/proc/rampart/state");
      expect(line).toMatch(/^The state directory .* cannot be used: ENOENT: /);
    },
  );

  it.each(["provision-key", "encrypt"])(
    "encryption roots that do not open the stored keys: %s",
    async (at) => {
      const kept = { baseUrl: "", mtlsUrl: "", serverCaFile: "" };
      const answer = { keyVersion: 1, encrypted: "fe1" };
      const call: Call = async (_, path) => ({
        status: path.endsWith(at) ? 503 : 200,
        read: (schema) => schema.parse(answer),
      });
      await expect(provisionKeys({ call, kept, closed: new Set() }, "key")).rejects.toThrow(
        /^The encryption keys that are stored do not open under ENCRYPTION_ROOTS .*--fresh/,
      );
    },
  );

  it("an error of the file system", async () => {
    mkdirSync(join(settings().stateDir, "tls/server-key.pem"), { recursive: true });
    expect(await refusal(settings().stateDir)).toMatch(/^EISDIR: /);
  });

  it("a log of the Worker that cannot be written", async () => {
    mkdirSync(join(settings().stateDir, "worker.log"), { recursive: true });
    expect(await refusal(settings().stateDir)).toMatch(/^EISDIR: /);
  });

  it("a migration that fails, and starts nothing", async () => {
    await withLocalDatabase(settings(), (db) =>
      db.prepare("CREATE TABLE access_tokens (in_the_way TEXT)").run(),
    );
    const line = await refusal(settings().stateDir);
    expect(line).toMatch(
      /^Migration 0000_foundation\.sql failed: .*access_tokens.*migrations\.log/,
    );
    expect(() => readFileSync(join(settings().stateDir, "worker.log"))).toThrow();
  });

  it("a database file that is no database, and starts nothing", async () => {
    const databases = join(workerStateDir(settings()), "v3/d1/miniflare-D1DatabaseObject");
    await withLocalDatabase(settings(), (db) => db.prepare("CREATE TABLE one (a)").run());
    for (const name of readdirSync(databases)) {
      writeFileSync(join(databases, name), "This is not a database.".repeat(1_000));
    }
    const line = await refusal(settings().stateDir);
    expect(line).toMatch(/^The local database cannot be opened \(/);
    expect(line).toContain("migrations.log");
    expect(readFileSync(join(settings().stateDir, "migrations.log"), "utf8")).toContain("Error");
    expect(() => readFileSync(join(settings().stateDir, "worker.log"))).toThrow();
  });
});

describe("the advice on a database that fails", () => {
  it.each([
    [15, "the disk is full: make room, then start again"],
    [17, "npm start -- --fresh begins anew"],
  ])("with %i MiB left on the disk is: %s", (mebibytes, advice) => {
    const room = { bavail: mebibytes * 256, bsize: 4_096 };
    expect(adviseOn(folder, () => room)).toBe(advice);
  });
});

describe("npm start ends by itself", () => {
  it("when npm has ended before it runs", async () => {
    const gone = spawnSync("true").pid;
    const env = { npm_lifecycle_event: "start", STARTED_BY: String(gone) };
    const started = startItself(settings().stateDir, await twoPorts(), env);
    await started.ready;
    expect(started.output()).toBe("");
    expect(await started.ended).toBe(0);
  });

  it("and runs its clean-up, when nobody reads its output", async () => {
    const source = `import { ShutDown } from "./scripts/dev/shut-down.ts";
      await new ShutDown().onEnd(() => process.exit(7));
      setInterval(() => console.log("Rampart runs"), 20);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", source]);
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    child.stdout.destroy();
    expect(await new Promise((done) => child.once("exit", done))).toBe(7);
  });
});

describe("the settings of npm start", () => {
  it.each([
    [{ PORT: "web" }, 'PORT must be a port from 1 to 65535, not "web".'],
    [{ MTLS_PORT: "70000" }, 'MTLS_PORT must be a port from 1 to 65535, not "70000".'],
    [{ PORT: "9000", MTLS_PORT: "9000" }, "PORT and MTLS_PORT are both 9000: choose two ports."],
  ])("are refused with a reason: %j", (env, line) => {
    expect(() => readSettings("/", false, env)).toThrow(new Failure(line));
  });

  it("have defaults", () => {
    expect(readSettings("/repo", false, {})).toEqual({
      root: "/repo",
      port: 8787,
      mtlsPort: 8443,
      stateDir: "/repo/.dev",
      fresh: false,
    });
  });

  it("with a blank and a quote in the state directory are quoted in the printed calls", () => {
    const here = settings({ stateDir: "/tmp/Ana's state" });
    const made = { ...readCredentials(here), portalSignIn: {} } as Credentials;
    expect(announce(here, made, 1)).toContain(
      String.raw`--cacert '/tmp/Ana'\''s state/tls/server-ca.pem' https`,
    );
    const plain = { ...made, serverCaFile: ".dev/tls/server-ca.pem" };
    expect(announce(here, plain, 1)).toContain("--cacert .dev/tls/server-ca.pem https");
  });
});

describe("claimPorts", () => {
  let taken: Server;
  afterEach(() => {
    taken.close();
  });

  it.each(["127.0.0.1", "0.0.0.0"])("refuses either port if it is taken on %s", async (host) => {
    const [one, other] = [await freePort(), await freePort()];
    taken = createServer();
    await new Promise<void>((done) => {
      taken.listen(one, host, done);
    });
    const said = (variable: string) => new RegExp(`^Port ${one} is taken: .*${variable}=`);
    await expect(claimPorts(settings({ port: one, mtlsPort: other }))).rejects.toThrow(
      said("PORT"),
    );
    await expect(claimPorts(settings({ port: other, mtlsPort: one }))).rejects.toThrow(
      said("MTLS_PORT"),
    );
  });
});

describe("the state directory", () => {
  it("is refused if a part of its path is a file", () => {
    writeFileSync(join(folder, "file"), "");
    const stateDir = join(folder, "file", "state");
    expect(() => openState(settings({ stateDir }))).toThrow(
      /^The state directory .* cannot be used: /,
    );
  });

  it("is refused with the process and the lock file if the process of its lock runs", () => {
    mkdirSync(settings().stateDir);
    const file = join(settings().stateDir, "lock");
    writeFileSync(file, String(process.ppid));
    expect(() => openState(settings())).toThrow(new RegExp(`process ${process.ppid}.*${file}`));
  });

  it("is taken over from a process that is gone", () => {
    mkdirSync(settings().stateDir);
    writeFileSync(join(settings().stateDir, "lock"), "999999999");
    const unlock = openState(settings());
    unlock();
    expect(() => readFileSync(join(settings().stateDir, "lock"))).toThrow();
  });

  it.each([undefined, "999999999"])(
    "is taken by one of four starts at the same moment (lock: %s)",
    async (lock) => {
      const { stateDir } = settings();
      mkdirSync(stateDir);
      if (lock !== undefined) writeFileSync(join(stateDir, "lock"), lock);
      const moment = Date.now() + MEET_MS;
      const said = await Promise.all(Array.from({ length: 4 }, () => openAt(stateDir, moment)));
      expect(said.filter((one) => one === "taken\n")).toHaveLength(1);
      expect(said.filter((one) => one.includes("is in use by process"))).toHaveLength(3);
    },
  );

  it.each(["{{{", "[1]", "null", '{"operatorToken":5,"apiKey":{"id":1},"tenantId":null}'])(
    "gives no credentials if credentials.json is broken: %s",
    (text) => {
      const { stateDir } = settings();
      mkdirSync(stateDir);
      writeFileSync(join(stateDir, "credentials.json"), text);
      const kept = Object.keys(readCredentials(settings()));
      expect(kept.toSorted()).toEqual(["baseUrl", "mtlsUrl", "serverCaFile"]);
    },
  );

  it("loses only our own files with --fresh", () => {
    const { stateDir } = settings();
    mkdirSync(stateDir);
    for (const name of ["credentials.json", "mine.txt"]) writeFileSync(join(stateDir, name), name);
    openState(settings({ fresh: true }))();
    expect(readFileSync(join(stateDir, "mine.txt"), "utf8")).toBe("mine.txt");
    expect(() => readFileSync(join(stateDir, "credentials.json"))).toThrow();
  });
});

describe("migrations", () => {
  it("are applied once and in order, and one that fails is named and leaves no table", async () => {
    const expected = readdirSync("migrations");
    const files = expected.filter((name) => name.endsWith(".sql")).sort();
    const directory = join(folder, "migrations");
    mkdirSync(directory);
    writeFileSync(join(directory, "0000_good.sql"), "CREATE TABLE good (a);");
    writeFileSync(
      join(directory, "0001_bad.sql"),
      "CREATE TABLE half (a);\nINSERT INTO none VALUES (1);",
    );
    await withLocalDatabase(settings(), async (db) => {
      expect(await migrate(db, "migrations")).toEqual(files);
      const failed = await migrate(db, directory).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(FailedMigration);
      expect(failed).toMatchObject({ migration: "0001_bad.sql" });
      const { results } = await db
        .prepare("SELECT name FROM sqlite_master WHERE name IN ('good', 'half')")
        .all();
      expect(results).toEqual([{ name: "good" }]);
    });
    expect(await withLocalDatabase(settings(), (db) => migrate(db, "migrations"))).toEqual([]);
  });
});

describe("a Worker that does not start", () => {
  const startOf = async (source: string, port: number): Promise<unknown> => {
    const config = join(folder, "wrangler.toml");
    writeFileSync(
      config,
      'name = "broken"\nmain = "worker.js"\ncompatibility_date = "2026-10-23"\n',
    );
    writeFileSync(join(folder, "worker.js"), source);
    const worker = spawnWorker({
      config,
      port,
      stateDir: folder,
      logFile: join(folder, "worker.log"),
      shownLog: "worker.log",
      readyPath: "/",
    });
    const failed: unknown = await worker.ready().catch((error: unknown) => error);
    await worker.stop();
    return failed;
  };

  it.each([
    ["does not compile", "export default { fetch( };"],
    ["throws", 'throw new Error("no luck");\nexport default {};'],
  ])("is reported in one line when it %s", async (_, source) => {
    const failed = await startOf(source, await freePort());
    expect(failed).toBeInstanceOf(Failure);
    expect(String(failed)).toMatch(
      /^Failure: The Worker did not start: [^\n]{5,}\(worker\.log\)\.$/,
    );
  });

  it("is reported though another server on its port takes the connection and never answers", async () => {
    const port = await freePort();
    const silent = createServer(() => {}).listen(port, "127.0.0.1");
    onTestFinished(() => {
      silent.close();
    });
    const failed = await startOf("export default {};", port);
    expect(String(failed)).toMatch(/^Failure: The Worker did not start: /);
  });
});

/** A process of its own that opens the state at that moment, says what came of it, and stays. */
function openAt(stateDir: string, moment: number) {
  const order = JSON.stringify({ ...settings(), stateDir });
  const code = `import { openState } from "./scripts/dev/open-state.ts";
    process.stdin.resume();
    await new Promise((wake) => setTimeout(wake, ${moment} - Date.now() - ${BRINK_MS}));
    while (Date.now() < ${moment});
    try { openState(${order}); console.log("taken"); }
    catch (error) { console.log(error.message); }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  return new Promise<string>((done) => child.stdout.once("data", (said) => done(String(said))));
}
