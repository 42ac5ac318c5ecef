import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { Misuse } from "../../../scripts/instance/run-command.ts";
import { readOrder } from "../../../scripts/intel/read-order.ts";
import { runScript } from "../../support/run-script.ts";
import { Progress } from "../../../scripts/intel/progress.ts";

const root = mkdtempSync(join(tmpdir(), "rampart-order-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("npm run intel", () => {
  it.each([
    ["no arguments", []],
    ["an unknown verb", ["send", "ipsum", "x"]],
    ["no file", ["load", "ipsum"]],
    ["a word too many", ["load", "ipsum", "x", "y"]],
    ["an unknown option", ["load", "ipsum", "x", "--force"]],
    ["a token on the command line", ["load", "ipsum", "x", "--token", "rmp_pat_x"]],
  ])("exits with 2 and shows its usage for %s", async (_case, argv) => {
    const ran = await runScript("scripts/intel.ts", argv);
    expect(ran).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("Usage:") as string,
    });
  });

  it("refuses --out for load, which writes no file", () => {
    const order = () => readOrder(["load", "ipsum", "x", "--out", "y"], {}, root);
    expect(order).toThrow("build alone");
    expect(order).toThrow(Misuse);
  });

  it("refuses when npm kept an option that was given without -- before it", () => {
    const kept = { npm_config_token_file: "token", RAMPART_URL: "https://b.test/" };
    const order = () => readOrder(["load", "ipsum", "x"], kept, root);
    expect(order).toThrow("npm kept --token-file for itself");
    expect(order).toThrow(Misuse);
  });

  it("takes flags before the environment, and the environment before the state of npm start", () => {
    const targetOf = (argv: string[], env: Record<string, string>) =>
      readOrder(["load", "ipsum", "x", ...argv], env, root).target();
    const env = { RAMPART_URL: "https://b.test/", RAMPART_TOKEN: "two" };
    expect(() => targetOf([], {})).toThrow("run npm start");
    writeFileSync(join(root, "credentials.json"), JSON.stringify(LOCAL));
    writeFileSync(join(root, "secrets.env"), "INDICATOR_HMAC_KEY=three\n");
    const state = { RAMPART_STATE_DIR: root };
    expect(targetOf([], state)).toEqual({
      address: "http://localhost:1",
      token: "one",
      stateDir: root,
      mailSecret: "three",
    });
    expect(targetOf([], { ...state, ...env })).toEqual({
      address: "https://b.test",
      token: "two",
      mailSecret: undefined,
    });
    const tokenFile = join(root, "token");
    writeFileSync(tokenFile, "four\n");
    const flags = ["--address", "https://c.test", "--token-file", tokenFile];
    expect(targetOf(flags, { ...state, ...env })).toMatchObject({
      address: "https://c.test",
      token: "four",
    });
    expect(() => targetOf(["--to", "https://c.test"], state)).toThrow("--token-file");
    for (const address of ["somewhere", "http://c.test"]) {
      expect(() => targetOf(["--address", address], { ...state, ...env })).toThrow("https://");
    }
    expect(() => targetOf(["--token-file", tokenFile], state)).toThrow("name its address");
  });
});

const LOCAL = { baseUrl: "http://localhost:1", operatorToken: "one", tenantId: "demo" };

describe("the progress shown for a file", () => {
  function shown(isTTY: boolean, steps: readonly number[], total = 8_000_000): string {
    let text = "";
    const out = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        text += piece.toString();
        done();
      },
    });
    const progress = new Progress("sent", total, Object.assign(out, { isTTY }));
    for (const bytes of steps) progress.add(bytes);
    return text;
  }

  it("is a bar redrawn in place on a terminal", () => {
    expect(shown(true, [4_000_000, 4_000_000])).toBe(
      `\rsent [${"#".repeat(15)}${".".repeat(15)}] 50 % (4.0 of 8.0 MB)\rsent [${"#".repeat(30)}] 100 % (8.0 of 8.0 MB)\n`,
    );
  });

  it("is one line for each quarter if the output is not a terminal", () => {
    const lines = shown(false, Array<number>(80).fill(100_000)).trim().split("\n");
    expect(lines.map((line) => /^sent (\d+) %/.exec(line)?.[1])).toEqual(["25", "50", "75", "100"]);
  });

  it("is in KB for a small file", () => {
    expect(shown(false, [12_900], 12_900)).toBe("sent 100 % (12.9 of 12.9 KB)\n");
  });
});
