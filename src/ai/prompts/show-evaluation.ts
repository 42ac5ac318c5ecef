import { timeOf } from "../../platform/index.ts";
import type { Evaluation, EvaluationSummary } from "./evaluation-schemas.ts";
import type { EvaluationRow } from "./evaluation-store.ts";
import { EVERYBODY } from "./well-known.ts";

export function summariseEvaluation(row: EvaluationRow): EvaluationSummary {
  const { id, tenantId, scope, name, version, sha256, suite, passed, results } = row;
  return {
    id,
    tenantId,
    scope: scope === EVERYBODY ? "global" : "tenant",
    name,
    version,
    sha256,
    suite,
    passed,
    cases: results.length,
    failed: results.filter((one) => !one.passed).length,
    createdBy: row.createdBy,
    createdAt: timeOf(row.createdAt),
  };
}

export function showEvaluation(row: EvaluationRow): Evaluation {
  const byId = new Map(row.results.map((result) => [result.id, result]));
  const results = row.cases.flatMap((one) => {
    const result = byId.get(one.id);
    return result === undefined ? [] : [{ case: one, ...result }];
  });
  return { ...summariseEvaluation(row), results };
}
