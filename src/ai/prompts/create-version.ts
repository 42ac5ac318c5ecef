import { sha256 } from "../../platform/index.ts";
import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import type { Prompt } from "./builtin.ts";
import { checkTemplate } from "./check-template.ts";
import { insertVersion, MAX_VERSIONS } from "./version-store.ts";
import type { NewVersion } from "./version-schemas.ts";
import { EVERYBODY } from "./well-known.ts";

/** Writes a new version. Versions never change: another text is another version. */
export async function createVersion(
  db: Database,
  by: Person,
  owner: string,
  order: NewVersion,
  now: number,
): Promise<Prompt | Refusal> {
  const refused = checkTemplate(order);
  if (refused !== undefined) return refused;
  const { name, template, variables, config, commitMessage } = order;
  const row = {
    owner,
    name,
    template,
    variables,
    config,
    commitMessage,
    sha256: contentHash(order),
    createdBy: by.subject,
    createdAt: now,
  };
  const version = await insertVersion(db, row, {
    at: now,
    ...doneBy(by),
    action: "ai.prompt.version_created",
    tenantId: owner === EVERYBODY ? null : owner,
    detail: { sha256: row.sha256, commitMessage },
  });
  if (version === undefined) {
    return refuse(409, "too_many_versions", `There may be at most ${MAX_VERSIONS} versions.`);
  }
  return { ...row, version };
}

/** The hash of everything in a version that decides what a model is sent. */
export function contentHash({
  template,
  variables,
  config,
}: Pick<Prompt, "template" | "variables" | "config">): string {
  const sorted = Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1));
  const { en, es } = template;
  return sha256(JSON.stringify([en, es, sorted, config.model, config.temperature]));
}
