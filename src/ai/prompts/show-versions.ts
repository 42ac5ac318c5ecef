import { isRefusal } from "../../http/index.ts";
import { timeOf, type Database, given } from "../../platform/index.ts";
import { BUILTIN, BUILTIN_PROMPT, type Prompt } from "./builtin.ts";
import { contentHash } from "./create-version.ts";
import { evaluatedAs } from "./evaluation-store.ts";
import { findPrompt, nameOf } from "./find-prompt.ts";
import { promotedBefore } from "./move-store.ts";
import { listVersions, type LabelRow } from "./version-store.ts";
import type { Versions, VersionShown, VersionSummary } from "./version-schemas.ts";
import { EVERYBODY, LATEST, PRODUCTION } from "./well-known.ts";

type Line = Omit<Prompt, "template" | "variables"> & { languages: string; sha256: string };

/** The versions that requests for these tenants may name, newest first, the built-in one last. */
export async function showVersions(
  db: Database,
  owners: readonly string[],
  subject: string,
  now: number,
): Promise<Versions> {
  const [owner = EVERYBODY] = owners;
  const [current, { versions, labels }, promoted] = await Promise.all([
    findPrompt(db, { owner, subject, now }, undefined),
    listVersions(db, owners),
    promotedBefore(db, [...owners, EVERYBODY]),
  ]);
  const standard = isRefusal(current) ? BUILTIN_PROMPT : current;
  const newest = newestOf(versions);
  const counting = labels.filter((row) => isHeeded(row, labels, owners));
  const lines = [...versions, builtinLine()].map((line) => {
    const which = nameOf(line);
    const holders = line.owner === EVERYBODY ? [...owners, EVERYBODY] : [line.owner];
    const names = labelsOf(line, counting);
    if (line.version === (newest.get(line.name) ?? BUILTIN_PROMPT.version)) names.push(LATEST);
    const isDefault = which === nameOf(standard) && line.owner === standard.owner;
    // If no other version is in production, the built-in one is.
    if (isDefault && !names.includes(PRODUCTION)) names.unshift(PRODUCTION);
    const retired =
      line.owner === BUILTIN || holders.some((one) => promoted.has(`${one} ${which}`));
    return summarise(line, names, isDefault, retired);
  });
  return { versions: lines, defaultVersion: nameOf(standard) };
}

/** One version with its text. */
export async function showVersion(
  db: Database,
  prompt: Prompt,
  owner: string,
  subject: string,
  now: number,
): Promise<VersionShown> {
  const [{ versions }, evaluated] = await Promise.all([
    showVersions(db, [owner], subject, now),
    evaluatedAs(db, prompt, owner),
  ]);
  const line = versions.find(
    (one) => nameOf(one) === nameOf(prompt) && one.scope === scopeOf(prompt.owner),
  );
  const { template, variables } = prompt;
  const sha256 = contentHash(prompt);
  const languages = Object.keys(template).join(",");
  const summary = line ?? summarise({ ...prompt, languages, sha256 }, [], false, false);
  return { ...summary, template, variables, evaluated };
}

function builtinLine(): Line {
  const languages = Object.keys(BUILTIN_PROMPT.template).join(",");
  return { ...BUILTIN_PROMPT, languages, sha256: contentHash(BUILTIN_PROMPT) };
}

function newestOf(versions: readonly { name: string; version: number }[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { name, version } of versions) {
    newest.set(name, Math.max(version, newest.get(name) ?? 0));
  }
  return newest;
}

function scopeOf(owner: string): VersionSummary["scope"] {
  if (owner === BUILTIN) return "builtin";
  return owner === EVERYBODY ? "global" : "tenant";
}

/**
 * Whether a label counts for any of these owners. A label of all tenants does not count for owners that
 * have a label of that name themselves.
 */
function isHeeded(
  { owner, name, label }: LabelRow,
  labels: readonly LabelRow[],
  owners: readonly string[],
): boolean {
  if (owner !== EVERYBODY || owners.length === 0) return true;
  const placedBy = (tenant: string) =>
    labels.some(
      (row) =>
        row.owner === tenant && row.name === name && row.label === label && row.versions.length > 0,
    );
  return !owners.every(placedBy);
}

function labelsOf({ owner, name, version }: Line, labels: readonly LabelRow[]): string[] {
  const held = labels
    .filter(
      (row) =>
        row.name === name && (owner === EVERYBODY || owner === BUILTIN || row.owner === owner),
    )
    .filter((row) => row.versions.some((placed) => placed.version === version))
    .map(({ label }) => label);
  return [...new Set(held)].sort();
}

function statusOf(labels: readonly string[], retired: boolean): VersionSummary["status"] {
  if (labels.includes(PRODUCTION)) return "active";
  return retired ? "retired" : "draft";
}

function summarise(
  line: Line,
  label: string[],
  isDefault: boolean,
  retired: boolean,
): VersionSummary {
  const { owner, name, version, languages, createdAt, createdBy, commitMessage, sha256 } = line;
  const { model, temperature } = line.config;
  return {
    name,
    version,
    scope: scopeOf(owner),
    label,
    language: languages.split(","),
    status: statusOf(label, retired),
    createdAt: timeOf(createdAt),
    createdBy,
    commitMessage,
    sha256,
    default: isDefault,
    ...given({ model, temperature }),
  };
}
