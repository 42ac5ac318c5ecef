import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import chromium, { inflate } from "@sparticuz/chromium";
import type { LaunchOptions } from "playwright-core";

const PACKAGE = resolve("node_modules/@sparticuz/chromium");
/**
 * In one process, closing a page would end the browser; and nobody needs a graphics card imitated
 * for pages without graphics, which costs as much as all else that the browser itself does.
 */
const LEFT_OUT = /^--(?:single-process|ignore-gpu-blocklist|in-process-gpu|use-|enable-unsafe-)/;

/** The packages bring a Chromium for Linux on x64; elsewhere it is the machine's own, or Chrome. */
export async function browserProgram(): Promise<LaunchOptions> {
  const own = process.env["RAMPART_CHROMIUM"];
  if (own) return { executablePath: own, args: ["--no-sandbox"] };
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  const folder = await unpackOnce();
  return {
    executablePath: join(folder, "chromium"),
    args: chromium.args.filter((flag) => !LEFT_OUT.test(flag)),
    // It comes with libraries that a machine without a desktop does not have.
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, "al2023/lib") },
  };
}

/** In a folder of this user and version: the package takes whatever lies there, were it half or another's. */
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

/** The package asks for the temporary folder when it is called, before it waits for anything. */
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
