// Runs first in each command of package.json that is TypeScript, on any Node from 20 on and without any
// package. It makes `node_modules` match `package-lock.json`, which brings the Node that reads
// TypeScript, and does nothing if it matches already. It is no `prestart` or the like, because npm
// leaves those out if install scripts are switched off.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

const INSTALL = ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
const BIN = resolve("node_modules", ".bin");
const OLDEST_NODE = 20;
const ENDED_BY = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const PARENT_POLL_MS = 500;
/** Characters in the path of a folder that the programs behind a command misread. */
const MISREAD = process.env.npm_lifecycle_event === "test" ? /[*?#[\]{}]/ : /\*/;

checkMachine();
const reason = whyInstall();
if (reason !== null) await install(reason);

function checkMachine() {
  const [major] = process.versions.node.split(".");
  if (Number(major) < OLDEST_NODE) {
    fail(`Node ${OLDEST_NODE} or later is needed, and this is ${process.versions.node}.`);
  }
  const folder = process.cwd();
  // Programs are found by PATH, in which this character is the separator.
  const misread = folder.includes(delimiter) ? delimiter : MISREAD.exec(folder)?.[0];
  if (misread !== undefined) {
    fail(`This cannot run in a folder with "${misread}" in its path (${folder}): move it.`);
  }
}

function whyInstall() {
  const wanted = readPackages("package-lock.json");
  if (wanted === null) return fail("package-lock.json is missing or broken: check it out again.");
  const present = readPackages(join("node_modules", ".package-lock.json"));
  if (present === null) return "nothing is installed";
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "" || entry.link === true) continue;
    const installed = present[path];
    if (installed === undefined && !needed(entry)) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (installed === undefined) return `${name} is not installed`;
    if (installed.version !== entry.version || installed.integrity !== entry.integrity) {
      return `${name} should be ${entry.version}`;
    }
    if (!existsSync(join(path, "package.json"))) return `${name} is gone from node_modules`;
  }
  return hasNode() ? null : "the node package has no program";
}

/**
 * Whether a package is needed. Optional packages that are missing count only if they were made for this
 * machine.
 */
function needed(entry) {
  if (entry.optional !== true && entry.devOptional !== true) return true;
  if (entry.os === undefined && entry.cpu === undefined) return false;
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fitsLibc(entry.libc);
}

function fits(allowed, mine) {
  if (allowed === undefined) return true;
  if (allowed.some((name) => name === `!${mine}`)) return false;
  return allowed.includes(mine) || allowed.every((name) => name.startsWith("!"));
}

function fitsLibc(allowed) {
  if (allowed === undefined || process.platform !== "linux") return true;
  const { glibcVersionRuntime } = process.report.getReport().header;
  return allowed.includes(glibcVersionRuntime === undefined ? "musl" : "glibc");
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

function hasNode() {
  const folder = join("node_modules", "node", "bin");
  return (
    !existsSync(join("node_modules", "node")) ||
    ["node", "node.exe"].some((name) => existsSync(join(folder, name)))
  );
}

async function install(why) {
  console.log(`Installing packages (npm ci): ${why}.`);
  const startedAt = Date.now();
  // `npm ci` empties node_modules first, so neither npm nor its scripts may run from there.
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== BIN);
  const env = { ...process.env, PATH: path.join(delimiter) };
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const outside = node.startsWith(resolve("node_modules")) ? "node" : node;
  const run = await (npm === undefined
    ? runNpm("npm", INSTALL, { env, shell: process.platform === "win32" })
    : runNpm(outside, [npm, ...INSTALL], { env }));
  if (run.error !== undefined) return fail(`npm could not be run: ${run.error.message}`);
  if (run.signal !== null) return fail(`npm ci was stopped by ${run.signal}.`);
  if (run.status !== 0) return fail("npm ci failed, see above.");
  if (!hasNode()) {
    return fail(
      "npm ci ran without install scripts: allow them this once (npm start --ignore-scripts=false).",
    );
  }
  console.log(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  return undefined;
}

/** Runs npm, and ends it on Ctrl-C: otherwise it would go on, in the way of the next start. */
function runNpm(command, args, options) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  let exit;
  const end = (code) => {
    exit = code;
    child.kill("SIGKILL");
  };
  for (const [signal, code] of Object.entries(ENDED_BY)) process.on(signal, () => end(code));
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid === parent || end(1), PARENT_POLL_MS);
  return new Promise((done) => {
    child.once("error", (error) => done({ error }));
    child.once("close", (status, signal) => {
      clearInterval(watch);
      if (exit !== undefined) process.exit(exit);
      done({ status, signal });
    });
  });
}

function fail(line) {
  console.error(line);
  return process.exit(1);
}
