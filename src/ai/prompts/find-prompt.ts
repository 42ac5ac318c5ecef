import { refuse, type Refusal } from "../../http/index.ts";
import { database, ShortMemory, type Database } from "../../platform/index.ts";
import type { Caller } from "../caller.ts";
import { BUILTIN_PROMPT, type Prompt } from "./builtin.ts";
import {
  findVersion,
  labelsOf,
  nameVersions,
  newestVersion,
  ownFirst,
  type LabelRow,
} from "./version-store.ts";
import type { Placed } from "./version-schemas.ts";
import { DEFAULT_PROMPT, LATEST, PRODUCTION } from "./well-known.ts";

const MEMORY_MS = 15_000;
const MOST_LABELS = 2_000;
/** Each may have 26,000 characters. */
const MOST_PROMPTS = 200;
const NUMBER = /^[1-9]\d{0,6}$/;

interface PromptUser {
  /** The tenant's id, or `*`. */
  owner: string;
  /** Who stays with one version while a label has several. */
  subject: string;
  now: number;
}

const labels = new ShortMemory<string, LabelRow[]>(MEMORY_MS, MOST_LABELS);
const prompts = new ShortMemory<string, Prompt | undefined>(MEMORY_MS, MOST_PROMPTS);

/**
 * Finds a version as clients name it: `rag@3`, `3`, a label or `name@label`; without a name, the
 * version behind `production`. The tenant's own version comes before one of all tenants, and the
 * built-in one comes last.
 */
export async function findPrompt(
  db: Database,
  user: PromptUser,
  wanted: string | undefined,
): Promise<Prompt | Refusal> {
  const [name, reference] = readReference(wanted ?? PRODUCTION);
  const found = NUMBER.test(reference)
    ? await byNumber(db, user, name, Number(reference))
    : await byLabel(db, user, name, reference);
  return found ?? unknownVersion(db, user.owner);
}

/** As `findPrompt`, for a request of the tenant. */
export async function promptFor(
  { env, platform, tenantId, userId }: Caller,
  wanted: string | undefined,
): Promise<Prompt | Refusal> {
  const user = { owner: tenantId, subject: userId, now: platform.now() };
  return findPrompt(database(env), user, wanted);
}

export function nameOf({ name, version }: { name: string; version: number }): string {
  return `${name}@${version}`;
}

/** Called after this isolate has moved a label, so that it uses the change at once. */
export function forgetLabels(owner: string, name: string): void {
  labels.forget(`${owner} ${name}`);
}

export async function byNumber(
  db: Database,
  { owner, now }: Pick<PromptUser, "owner" | "now">,
  name: string,
  version: number,
): Promise<Prompt | undefined> {
  if (name === BUILTIN_PROMPT.name && version === BUILTIN_PROMPT.version) return BUILTIN_PROMPT;
  const key = `${owner} ${name}@${version}`;
  const known = prompts.peek(key, now);
  if (known !== undefined) return known;
  const found = await findVersion(db, owner, name, version);
  // A version that does not exist yet is not remembered, because it may exist in a moment. One that
  // exists never changes.
  return found && prompts.recall(key, now, () => Promise.resolve(found));
}

async function byLabel(
  db: Database,
  user: PromptUser,
  name: string,
  label: string,
): Promise<Prompt | undefined> {
  const { owner, now } = user;
  if (label === LATEST) {
    const newest = await newestVersion(db, owner, name);
    if (newest !== undefined) return byNumber(db, user, name, newest);
  } else {
    const all = await labels.recall(`${owner} ${name}`, now, () => labelsOf(db, owner, name));
    const placed = ownFirst(
      all.filter((row) => row.label === label && row.versions.length > 0),
    )?.versions;
    const chosen = placed && (await chooseByShare(placed, `${owner} ${user.subject} ${name}`));
    if (chosen !== undefined) return byNumber(db, user, name, chosen);
    if (label !== PRODUCTION) return undefined;
  }
  return name === DEFAULT_PROMPT ? BUILTIN_PROMPT : undefined;
}

/**
 * Chooses a version by the shares. The same user gets the same version as long as the shares stay the
 * same.
 */
export async function chooseByShare(
  placed: readonly Placed[],
  who: string,
): Promise<number | undefined> {
  const total = placed.reduce((sum, { weight }) => sum + weight, 0);
  if (placed.length < 2) return placed[0]?.version;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(who));
  let point = (new DataView(digest).getUint32(0) / 2 ** 32) * total;
  for (const { version, weight } of placed) {
    point -= weight;
    if (point < 0) return version;
  }
  return placed.at(-1)?.version;
}

function readReference(text: string): [name: string, reference: string] {
  const at = text.indexOf("@");
  return at === -1 ? [DEFAULT_PROMPT, text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Refuses a version that was named by its number. `path` is the field with that number. */
export function noSuchVersion(which: string, path: string): Refusal {
  return refuse(400, "unknown_prompt_version", `There is no version ${which}.`, {
    details: [{ path, message: `${which} is not there` }],
  });
}

const MOST_NAMED = 20;

async function unknownVersion(db: Database, owner: string): Promise<Refusal> {
  const versions = await nameVersions(db, owner, MOST_NAMED);
  const known = [...versions, BUILTIN_PROMPT].map(nameOf).join(", ");
  return refuse(
    400,
    "unknown_prompt_version",
    `There is no such prompt version; known: ${known}.`,
    {
      details: [{ path: "promptVersion", message: `must be one of ${known}, or a label` }],
    },
  );
}
