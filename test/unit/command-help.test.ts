import { describe, expect, it } from "vitest";
import { runScript } from "../support/run-script.ts";

const TAKE_ARGUMENTS = ["intel", "keys", "webhooks", "openapi", "eval", "bench", "size"];
const TAKE_NONE = ["assets", "screenshots", "suffixes", "train"];

describe("a command of this repository", () => {
  it.each([
    ...[...TAKE_ARGUMENTS, ...TAKE_NONE].map((name) => [`npm run ${name}`, `scripts/${name}.ts`]),
    ["npm start", "scripts/dev/start.ts"],
    ["npm test", "scripts/test.ts"],
  ])("%s --help prints its usage and exits with 0", async (usage, file = "") => {
    const ran = await runScript(file, ["--help"]);
    expect(ran).toEqual({ code: 0, out: expect.stringContaining(usage) as string, err: "" });
  });

  it.each(["intel", "openapi"])("npm run %s -h exits with 0 and prints no error", async (name) => {
    const ran = await runScript(`scripts/${name}.ts`, ["-h"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
  });

  it.each(["openapi", "eval"])(
    "npm run %s exits with 2 for an unknown option or argument",
    async (name) => {
      for (const stranger of ["--no-such-thing", "nothing-of-this-name"]) {
        const ran = await runScript(`scripts/${name}.ts`, [stranger]);
        expect(ran).toMatchObject({ code: 2, out: "" });
        expect(ran.err).toContain(stranger);
        expect(ran.err).toContain(`npm run ${name}`);
      }
    },
  );

  it.each([
    ["openapi", "check"],
    ["size", "first"],
    ["eval", "folds"],
    ["dev/start", "fresh"],
  ])("%s exits with 2 if npm kept --%s, and does nothing", async (name, option) => {
    const ran = await runScript(`scripts/${name}.ts`, [], { [`npm_config_${option}`]: "true" });
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain(`npm kept --${option} for itself`);
  });

  it.each([
    ["train", "messages"],
    ["eval/fusion", "retrieval"],
  ])("%s says where it looked for public data that is not there", async (name, part) => {
    const ran = await runScript(`scripts/${name}.ts`, [], { RAMPART_SHARED_DATA: "/nowhere" });
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(/^SKIPPED: /);
    expect(ran.out).toContain(`/nowhere/${part}`);
    expect(ran.out).toContain("RAMPART_SHARED_DATA");
  });

  it.each(["two", "0", "1.5"])("npm run bench exits with 2 for %s starts", async (starts) => {
    const ran = await runScript("scripts/bench.ts", ["kernel"], { BENCH_STARTS: starts });
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain(`BENCH_STARTS must be a number from 1, not "${starts}".`);
  });

  it.each(["scripts/dev/start.ts", "scripts/size.ts", "scripts/keys.ts"])(
    "%s exits with 2 for an unknown option, says which in one line, and prints its usage",
    async (file) => {
      const ran = await runScript(file, ["--nope"]);
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.err).toMatch(/^Unknown option '--nope'\.\n\nnpm /);
    },
  );
});
