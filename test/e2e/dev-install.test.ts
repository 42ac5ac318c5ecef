import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPT = resolve("scripts/ensure-install.mjs");

interface Entry {
  version: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}

const A = { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } };
const B = { "node_modules/@s/b": { version: "2.0.0", integrity: "sha512-b" } };
const elsewhere = { version: "1.0.0", optional: true, os: ["never"], cpu: ["never"] };
const here = { version: "1.0.0", optional: true, os: [process.platform], cpu: [process.arch] };

let outer: string;
let folder: string;
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), "rampart-install-"));
  folder = outer;
});
afterEach(() => {
  rmSync(outer, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function lock(path: string, packages: Record<string, Entry>): void {
  write(path, JSON.stringify({ lockfileVersion: 3, packages: { "": {}, ...packages } }));
}

function install(packages: Record<string, Entry>): void {
  lock("node_modules/.package-lock.json", packages);
  for (const path of Object.keys(packages)) write(`${path}/package.json`, "{}");
}

/** Runs the script with an npm that only notes how it was called. */
function run(
  exit = 0,
  event = "start",
): { called: string | null; status: number | null; output: string } {
  write(
    "npm.mjs",
    `import { writeFileSync } from "node:fs";
     writeFileSync("called", process.argv.slice(2).join(" "));
     process.exit(${exit});`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...process.env,
      npm_lifecycle_event: event,
      npm_execpath: join(folder, "npm.mjs"),
      npm_node_execpath: process.execPath,
    },
  });
  const called = join(folder, "called");
  return {
    called: existsSync(called) ? readFileSync(called, "utf8") : null,
    status,
    output: stdout + stderr,
  };
}

describe("the check before npm start and npm test", () => {
  it("does nothing when every package is installed", () => {
    lock("package-lock.json", { ...A, ...B, "node_modules/elsewhere": elsewhere });
    install({ ...A, ...B });
    expect(run()).toEqual({ called: null, status: 0, output: "" });
  });

  it.each<[string, () => void, string]>([
    ["nothing is installed", () => lock("package-lock.json", A), "nothing is installed"],
    [
      "a package is missing",
      () => {
        lock("package-lock.json", { ...A, ...B });
        install(A);
      },
      "@s/b is not installed",
    ],
    [
      "a version differs",
      () => {
        lock("package-lock.json", A);
        install({ "node_modules/a": { version: "1.0.1", integrity: "sha512-a" } });
      },
      "a should be 1.0.0",
    ],
    [
      "the content differs",
      () => {
        lock("package-lock.json", A);
        install({ "node_modules/a": { version: "1.0.0", integrity: "sha512-z" } });
      },
      "a should be 1.0.0",
    ],
    [
      "a folder has been removed",
      () => {
        lock("package-lock.json", A);
        install(A);
        rmSync(join(folder, "node_modules/a"), { recursive: true });
      },
      "a is gone",
    ],
    [
      "this machine's part of a package is missing",
      () => {
        lock("package-lock.json", { ...A, "node_modules/here": here });
        install(A);
      },
      "here is not installed",
    ],
  ])("runs npm ci when %s", (_, prepare, reason) => {
    prepare();
    const { called, status, output } = run();
    expect(called).toMatch(/^ci /);
    expect(status).toBe(0);
    expect(output).toContain(reason);
  });

  it("says so when npm ci fails", () => {
    lock("package-lock.json", A);
    const { status, output } = run(1);
    expect(status).toBe(1);
    expect(output).toContain("npm ci failed");
  });

  it("ends npm ci on Ctrl-C, though npm ci ignores it", async () => {
    lock("package-lock.json", A);
    write(
      "npm.mjs",
      `process.on("SIGINT", () => {});
       setTimeout(() => {}, 20_000);
       console.log("npm runs as " + process.pid);`,
    );
    const child = spawn(process.execPath, [SCRIPT], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, npm_execpath: join(folder, "npm.mjs") },
    });
    const ended = new Promise((done) => child.once("exit", done));
    const npm = await new Promise<number>((done) => {
      let text = "";
      child.stdout.on("data", (piece: Buffer) => {
        text += piece.toString();
        const [, pid] = /npm runs as (\d+)/.exec(text) ?? [];
        if (pid !== undefined) done(Number(pid));
      });
    });
    try {
      child.kill("SIGINT");
      expect(await ended).toBe(130);
      expect(() => process.kill(npm, 0)).toThrow("ESRCH");
    } finally {
      try {
        process.kill(npm, "SIGKILL");
      } catch {
        // It is gone, as it should be.
      }
    }
  });

  it("says so when npm ran without install scripts", () => {
    lock("package-lock.json", { "node_modules/node": { version: "24.0.0" } });
    install({ "node_modules/node": { version: "24.0.0" } });
    const { called, status, output } = run();
    expect(called).toMatch(/^ci /);
    expect(status).toBe(1);
    expect(output).toContain("without install scripts");
  });

  it.each([
    ["start", ":"],
    ["start", "*"],
    ["test", "#"],
    ["test", "["],
  ])("refuses npm %s in a folder with a %s in its path in one line", (event, character) => {
    folder = join(outer, `of${character}mine`);
    mkdirSync(folder);
    lock("package-lock.json", A);
    const { called, status, output } = run(0, event);
    expect({ called, status }).toEqual({ called: null, status: 1 });
    expect(output).toBe(
      `This cannot run in a folder with "${character}" in its path (${realpathSync(folder)}): move it.\n`,
    );
  });

  it("accepts a folder with other special characters in its path", () => {
    folder = join(outer, "it's (mine) & 100% für $HOME");
    mkdirSync(folder);
    lock("package-lock.json", A);
    install(A);
    for (const event of ["start", "test"]) expect(run(0, event)).toMatchObject({ status: 0 });
  });

  it("is part of each npm script in TypeScript, which an older Node cannot read", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const ours = Object.entries(scripts).filter(([, command]) => command.includes(".ts"));
    expect(ours.length).toBeGreaterThan(10);
    for (const [name, command] of ours) {
      expect([name, command]).toEqual([
        name,
        expect.stringMatching(/^node scripts\/ensure-install\.mjs && hash -r && /),
      ]);
    }
  });

  it("refuses a broken lockfile", () => {
    write("package-lock.json", "{");
    expect(run()).toMatchObject({ called: null, status: 1 });
  });
});
