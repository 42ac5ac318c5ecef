import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { Failure, messageOf } from "./failure.ts";
import { localSettings } from "./local-settings.ts";
import { readDrizzleQuickly } from "./quick-drizzle.ts";
import { SECRETS } from "./secrets.ts";
import { shown, type Settings } from "./settings.ts";
import { writeWhole } from "./write-whole.ts";

const FILE = "secrets.env";
const HEADER =
  "# The Worker's local secrets and settings, made by npm start. Removing a secret makes a new one.";
const ADDED = "# What is added below this line is kept, and counts before what stands above.";

type Secrets = Readonly<Record<string, string | undefined>>;

export interface KeptSecrets {
  /** In the form that `wrangler dev --env-file` and `node --env-file` read. */
  file: string;
  values: Readonly<Record<string, string>>;
}

/** Reads the secrets of earlier starts and makes those that are missing. */
export async function keepSecrets(settings: Settings): Promise<KeptSecrets> {
  const file = join(settings.stateDir, FILE);
  const { before, known } = readSecrets(settings, file);
  if (Object.keys(known).length > 0) await refuseBroken(settings, known);
  const values: Record<string, string> = {};
  for (const { names, make } of SECRETS) {
    const complete = names.every((name) => known[name]);
    const found = complete ? known : await make();
    for (const name of names) values[name] = found[name] ?? "";
  }
  const all = { ...values, ...localSettings(settings) };
  const made = [HEADER, ...Object.entries(all).map(lineOf), "", ADDED, ""].join("\n");
  const text = made + addedTo(before);
  if (before !== text) writeWhole(file, text);
  return { file, values };
}

/**
 * Refuses secrets that the Worker could not read, before anything is changed: the Worker itself would
 * only say so call by call.
 */
async function refuseBroken(settings: Settings, known: Secrets): Promise<void> {
  readDrizzleQuickly();
  const { checkSecrets } = await import("./check-secrets.ts");
  try {
    await checkSecrets(known);
  } catch (error) {
    const [why] = messageOf(error).split("\n");
    throw new Failure(
      `${shown(settings, FILE)} cannot be used: ${why}. Put it back as it was, or npm start -- --fresh begins anew.`,
    );
  }
}

function addedTo(text: string): string {
  const at = text.indexOf(ADDED);
  return at < 0 ? "" : text.slice(at + ADDED.length).replace(/^\r?\n/, "");
}

/** Reads the file, and the secrets in it. */
function readSecrets(settings: Settings, file: string): { before: string; known: Secrets } {
  try {
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    return { before, known: parseEnv(before) };
  } catch (error) {
    throw new Failure(`${shown(settings, FILE)} cannot be read: ${messageOf(error)}.`);
  }
}

/** Single quotes keep line breaks, double quotes and dollar signs as they are. */
function lineOf([name, value]: [string, string]): string {
  return `${name}='${value}'`;
}
