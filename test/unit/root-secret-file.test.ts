import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSecret, writeSecret } from "../../scripts/keys/secret-file.ts";

const folder = mkdtempSync(join(tmpdir(), "rampart-roots-"));
const root = "B".repeat(42) + "A";
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the file of the roots", () => {
  it("is not written through a temporary file that somebody else has opened in its folder", () => {
    const file = join(folder, "roots.json");
    writeFileSync(file, JSON.stringify({ current: 1, roots: { 1: root } }));
    writeFileSync(`${file}.new`, "");
    const stranger = openSync(`${file}.new`, "r");
    writeSecret(file, { current: 1, roots: { 1: root, 2: root } });
    expect(readFileSync(stranger, "utf8")).toBe("");
    closeSync(stranger);
    expect(readSecret(file)).toEqual({ current: 1, roots: { 1: root, 2: root } });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["roots.json", "roots.json.new"]);
  });

  it("is written to the target of a symbolic link, which stays a link", () => {
    const [kept, link] = [join(folder, "kept.json"), join(folder, "link.json")];
    writeFileSync(kept, JSON.stringify({ current: 1, roots: { 1: root } }));
    symlinkSync(kept, link);
    writeSecret(link, { current: 2, roots: { 1: root, 2: root } });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readSecret(kept)).toMatchObject({ current: 2 });
  });

  it.each([
    ["no JSON", "none"],
    ["no current root", JSON.stringify({ current: 2, roots: { 1: root } })],
    ["a root that is too short", JSON.stringify({ current: 1, roots: { 1: root.slice(1) } })],
  ])("is refused if it holds %s", (_case, text) => {
    const file = join(folder, "bad.json");
    writeFileSync(file, text);
    expect(() => readSecret(file)).toThrow("holds no usable ENCRYPTION_ROOTS");
    rmSync(file);
  });
});
