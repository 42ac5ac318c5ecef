import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { auditStatement, doneBy } from "../../access/audit.ts";
import type { Doer } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { PageRequest } from "../../http/contract/index.ts";
import { selectPage, type Database } from "../../platform/index.ts";
import { promptEvaluations } from "../tables.ts";
import type { Prompt } from "./builtin.ts";
import { contentHash } from "./create-version.ts";
import { nameOf } from "./find-prompt.ts";
import { SUITE } from "./suite.ts";
import { EVERYBODY } from "./well-known.ts";

export type EvaluationRow = typeof promptEvaluations.$inferSelect;

/**
 * The most evaluations that are kept of a tenant; those of operators count apart. A version whose
 * evaluation was deleted has to be evaluated again before it is promoted.
 */
const MAX_EVALUATIONS = 200;

export async function insertEvaluation(db: Database, by: Doer, row: EvaluationRow): Promise<void> {
  const { id, tenantId, scope, passed, createdAt: at } = row;
  await db.batch([
    db.insert(promptEvaluations).values(row),
    auditStatement(db, {
      at,
      ...doneBy(by),
      action: "ai.prompt.evaluated",
      tenantId,
      target: nameOf(row),
      detail: { evaluationId: id, scope, passed },
    }),
    db.delete(promptEvaluations).where(sql`${promptEvaluations.tenantId} = ${tenantId}
      and ${promptEvaluations.scope} = ${scope} and ${promptEvaluations.id} not in (select id from prompt_evaluations
        where tenant_id = ${tenantId} and scope = ${scope} order by created_at desc, id desc limit ${MAX_EVALUATIONS})`),
  ]);
}

const TELLS = sql`(${promptEvaluations.passed} = 1 or exists
  (select 1 from json_each(${promptEvaluations.results}) one, json_each(one.value, '$.reasons') why
    where why.value <> 'over_limit'))`;

/**
 * The result of a version's last evaluation, for this owner's labels. For the labels of all only
 * evaluations by operators count, because a tenant chooses its own provider, which may say anything. An
 * evaluation in which cases failed only because of a limit is skipped.
 */
export async function evaluatedAs(
  db: Database,
  prompt: Prompt,
  owner: string,
): Promise<"passed" | "failed" | "never"> {
  const [row] = await db
    .select({ passed: promptEvaluations.passed })
    .from(promptEvaluations)
    .where(
      and(
        eq(promptEvaluations.owner, prompt.owner),
        eq(promptEvaluations.name, prompt.name),
        eq(promptEvaluations.version, prompt.version),
        eq(promptEvaluations.sha256, contentHash(prompt)),
        eq(promptEvaluations.suite, SUITE),
        inArray(promptEvaluations.scope, [owner, EVERYBODY]),
        TELLS,
      ),
    )
    .orderBy(desc(promptEvaluations.createdAt), desc(promptEvaluations.id))
    .limit(1);
  if (row === undefined) return "never";
  return row.passed ? "passed" : "failed";
}

export async function findEvaluation(db: Database, tenantId: TenantId, id: string) {
  const [row] = await db
    .select()
    .from(promptEvaluations)
    .where(and(eq(promptEvaluations.id, id), eq(promptEvaluations.tenantId, tenantId)));
  return row;
}

const { cases: _cases, ...columns } = getTableColumns(promptEvaluations);
/** Without the texts: a page with them would be more than a Worker can hold. */
const withoutTexts = {
  ...columns,
  results: sql`(select json_group_array(json_object('passed', value -> '$.passed'))
    from json_each(results))`.mapWith(columns.results),
};

export async function listEvaluations(
  db: Database,
  tenantId: TenantId,
  name: string | undefined,
  page: PageRequest,
) {
  const where = and(
    eq(promptEvaluations.tenantId, tenantId),
    name === undefined ? undefined : eq(promptEvaluations.name, name),
  );
  const orderBy = [desc(promptEvaluations.createdAt), desc(promptEvaluations.id)];
  return selectPage(db, promptEvaluations, { columns: withoutTexts, where, orderBy }, page);
}
