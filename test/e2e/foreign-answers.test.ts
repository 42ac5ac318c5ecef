import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runScript } from "../support/run-script.ts";

const folder = mkdtempSync(join(tmpdir(), "rampart-foreign-"));
const list = join(folder, "list.txt");
const roots = ["scripts/keys.ts", "roots"];
const load = ["scripts/intel.ts", "load", "openphish", list];
const build = ["scripts/intel.ts", "build", "openphish", list];

/** A server in the place of an instance may answer anything. */
describe("the commands, if something else than Rampart answers", () => {
  let answer = (response: ServerResponse): unknown => response.end();
  let address = "";
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(response));
  });
  const run = ([file = "", ...args]: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    runScript(file, args, { RAMPART_URL: address, RAMPART_TOKEN: "rmp_pat_x", ...more });

  beforeAll(async () => {
    writeFileSync(list, "https://listed.test/\n");
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["a page", (response: ServerResponse) => response.end("<html>Sign in</html>")],
    [
      "half an answer",
      (response: ServerResponse) =>
        response.writeHead(200, { "content-length": "99", connection: "close" }).end("{"),
    ],
    [
      "a redirect",
      (response: ServerResponse) => response.writeHead(302, { location: "/in" }).end(),
    ],
  ])("say so in one line for %s, and end with 1", async (_case, foreign) => {
    answer = foreign;
    const all = await Promise.all([roots, load, build].map((order) => run(order)));
    for (const { code, out, err } of all) {
      expect({ code, out }).toEqual({ code: 1, out: "" });
      const lines = err.split("\n").filter((line) => !/^(?:read|sent) \d+ %/.test(line));
      expect(lines).toEqual([expect.stringContaining(address), ""]);
    }
  });

  it("report an error of the file system in one line, and refuse a folder as a file", async () => {
    const nowhere = join(folder, "no", "where");
    const unwritten = await run([...build, "--out", nowhere]);
    expect(unwritten).toMatchObject({ code: 1, out: "" });
    expect(unwritten.err).toMatch(/^(?:read \d+ %.*\n)*ENOENT: .*no.where'\n$/);
    const directory = await run(["scripts/intel.ts", "load", "openphish", folder]);
    expect(directory.err).toMatch(/^.* is no file: .*\n$/);
  });
});
