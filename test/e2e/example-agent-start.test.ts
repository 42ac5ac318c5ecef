import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runScript } from "../support/run-script.ts";

/** Another one each time the system starts. */
const BOOT_ID = "/proc/sys/kernel/random/boot_id";

describe("the example agent, as it starts", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "rampart-agent-"));
    return () => rmSync(dir, { recursive: true, force: true });
  });
  /** Without a code it stops at its first turn. */
  const start = (env: NodeJS.ProcessEnv = {}) =>
    runScript("examples/agent/main.ts", [], { RAMPART_AGENT_DIR: dir, ...env });
  const lock = () => join(dir, "lock");

  it("ends with 1 on a state directory in use, and says which process uses it", async () => {
    writeFileSync(lock(), String(process.pid));
    const second = await start();
    const err = `${lock()}: process ${process.pid} works in this directory already.\n`;
    expect(second).toEqual({ code: 1, out: "", err });
    expect(readFileSync(lock(), "utf8")).toBe(String(process.pid));
  });

  it("says in one line that its identity is broken, and ends with 1", async () => {
    writeFileSync(join(dir, "identity.json"), "{");
    const { code, out, err } = await start();
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toBe(
      `${join(dir, "identity.json")} is broken: the agent enrols anew without it.\n`,
    );
  });

  it.each([
    ["of a process that is gone", () => String(spawnSync(process.execPath, ["-v"]).pid)],
    ["that was cut short", () => ""],
  ])("takes over a lock %s, and leaves no lock at the end", async (_case, text) => {
    writeFileSync(lock(), text());
    const first = await start();
    expect(first).toEqual({ code: 2, out: "", err: "stops: there is no enrollment code\n" });
    expect(existsSync(lock())).toBe(false);
  });

  it.skipIf(!existsSync(BOOT_ID))(
    "takes over a lock from before a reboot, though another process has its number now",
    async () => {
      const die = `takeLock(${JSON.stringify(dir)}); process.kill(process.pid, "SIGKILL");`;
      const program = `import { takeLock } from "./examples/agent/lock.ts"; ${die}`;
      spawnSync(process.execPath, ["--input-type=module", "-e", program]);
      const left = readFileSync(lock(), "utf8").replace(/^\d+/, String(process.pid));
      writeFileSync(lock(), left);
      expect(await start()).toMatchObject({ code: 1 });
      const anew = randomUUID();
      writeFileSync(lock(), left.replace(readFileSync(BOOT_ID, "utf8").trim(), anew));
      expect(await start()).toMatchObject({ code: 2 });
    },
  );

  it.each([
    ["RAMPART_URL", "localhost", "RAMPART_URL must begin with https://, not: localhost"],
    ["RAMPART_SERVER_CA", "/nowhere/ca.pem", "/nowhere/ca.pem"],
  ])("reports a wrong %s in one line, and ends with 1", async (name, value, told) => {
    const { code, err } = await start({ [name]: value });
    expect(code).toBe(1);
    expect(err).toContain(told);
    expect(err.split("\n")).toHaveLength(2);
  });

  it.skipIf(!existsSync("/proc/self")).each(["/proc", "/proc/rampart/agent"])(
    "says in one line that it cannot keep anything in %s, and ends with 1",
    async (nowhere) => {
      const { code, out, err } = await start({ RAMPART_AGENT_DIR: nowhere });
      expect(err).toMatch(/^RAMPART_AGENT_DIR, .*: ENOENT: [^\n]*\n$/);
      expect({ code, out }).toEqual({ code: 1, out: "" });
    },
  );

  it("says in one line that it cannot keep anything in a file or below it, or beside a folder named lock", async () => {
    writeFileSync(join(dir, "file"), "");
    mkdirSync(join(dir, "lock"));
    for (const nowhere of [join(dir, "file"), join(dir, "file", "below"), dir]) {
      const { code, err } = await start({ RAMPART_AGENT_DIR: nowhere });
      expect(err).toMatch(/^RAMPART_AGENT_DIR, .*: E[A-Z]+: [^\n]*\n$/);
      expect(err).toContain(nowhere);
      expect(code).toBe(1);
    }
  });

  it("makes its folder and those above it, for its own user alone", async () => {
    const below = join(dir, "one", "two");
    expect(await start({ RAMPART_AGENT_DIR: below })).toMatchObject({ code: 2 });
    const modes = [join(dir, "one"), below].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
  });
});
