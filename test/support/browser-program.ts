import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import chromium, { inflate } from "@sparticuz/chromium";
import type { LaunchOptions } from "playwright-core";

const PACKAGE = resolve("node_modules/@sparticuz/chromium");
/**
 * Flags that are left out: with one process, closing a page would end the browser; and to imitate a
 * graphics card, which pages without graphics do not need, costs as much as everything else that the
 * browser does.
 */
const LEFT_OUT = /^--(?:single-process|ignore-gpu-blocklist|in-process-gpu|use-|enable-unsafe-)/;

/**
 * Finds the browser: the packages bring a Chromium for Linux on x64; elsewhere the one that is named,
 * or Chrome, is used.
 */
export async function browserProgram(): Promise<LaunchOptions> {
  const own = process.env["RAMPART_CHROMIUM"];
  if (own) return { executablePath: own, args: ["--no-sandbox"] };
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  const folder = await unpackOnce();
  return {
    executablePath: join(folder, "chromium"),
    args: chromium.args.filter((flag) => !LEFT_OUT.test(flag)),
    // The package has libraries that a machine without a desktop lacks.
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, "al2023/lib") },
  };
}

/**
 * Unpacks into a folder for this user and version: the package would use whatever is in the folder,
 * even if it is incomplete or of another version.
 */
async function unpackOnce(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(tmpdir(), `rampart-chromium-${version}-${process.getuid?.() ?? "all"}`);
  if (existsSync(folder)) return folder;
  const half = mkdtempSync(`${folder}-`);
  await unpackInto(half);
  try {
    renameSync(half, folder);
  } catch {
    // Another run was quicker.
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Unpacks into a folder. The package reads the temporary folder's name when it is called, before it
 * waits for anything.
 */
function unpackInto(folder: string): Promise<unknown> {
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = folder;
  try {
    return Promise.all([
      chromium.executablePath(join(PACKAGE, "bin")),
      inflate(join(PACKAGE, "bin/al2023.tar.br")),
    ]);
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
}
