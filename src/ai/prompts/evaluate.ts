import type { Person } from "../../access/principal.ts";
import { refuse, refuseField, type Refusal } from "../../http/index.ts";
import { database, groupsOf, uuidv7 } from "../../platform/index.ts";
import { refuseErased } from "../../tenants/refuse-erased.ts";
import { chooseModels } from "../providers/choose-models.ts";
import { askModel } from "../providers/ask-model.ts";
import type { Caller } from "../caller.ts";
import { buildPrompt, type Findings } from "./build-prompt.ts";
import type { Prompt } from "./builtin.ts";
import { contentHash } from "./create-version.ts";
import {
  MOST_SAID,
  type CaseResult,
  type EvaluationCase,
  type NewEvaluation,
} from "./evaluation-schemas.ts";
import { insertEvaluation, type EvaluationRow } from "./evaluation-store.ts";
import { byNumber, nameOf, noSuchVersion } from "./find-prompt.ts";
import { judgeCase, passes } from "./judge-case.ts";
import { SUITE, suiteCases } from "./suite.ts";
import { EVERYBODY } from "./well-known.ts";

/** Model calls at the same time. The tenant's own limits count as well. */
const AT_ONCE = 4;

/** Runs a version over its cases with the tenant's models, and stores the results. */
export async function evaluate(
  caller: Caller,
  by: Person,
  { name, version, cases: own }: NewEvaluation,
): Promise<EvaluationRow | Refusal> {
  const { env, platform, tenantId } = caller;
  const db = database(env);
  const now = platform.now();
  const prompt = await byNumber(db, { owner: tenantId, now }, name, version);
  if (prompt === undefined) return noSuchVersion(nameOf({ name, version }), "version");
  if (chooseModels(caller, undefined, prompt.config.model).length === 0) {
    return refuse(409, "no_model", "A prompt is evaluated with a model, and there is none.");
  }
  const cases = [...suiteCases(), ...own];
  if (new Set(cases.map(({ id }) => id)).size < cases.length) {
    return refuseField("cases", "has an id twice, or one of the built-in cases");
  }
  const results: CaseResult[] = [];
  for (const some of groupsOf(cases, AT_ONCE)) {
    results.push(...(await Promise.all(some.map((one) => runCase(caller, prompt, one)))));
    // The cases together take minutes, and the tenant may be erased meanwhile.
    const erased = await refuseErased(db, tenantId);
    if (erased !== undefined) return erased;
  }
  const row: EvaluationRow = {
    id: uuidv7(now),
    tenantId,
    scope: by.reach === "all" ? EVERYBODY : tenantId,
    owner: prompt.owner,
    name,
    version,
    sha256: contentHash(prompt),
    suite: SUITE,
    cases,
    results,
    passed: passes(cases, results),
    createdBy: by.subject,
    createdAt: now,
  };
  await insertEvaluation(db, by, row);
  return row;
}

async function runCase(caller: Caller, prompt: Prompt, one: EvaluationCase): Promise<CaseResult> {
  const { id, query } = one;
  const built = buildPrompt(prompt, query, findingsOf(one));
  const { system, messages } = built.prompt;
  const { temperature } = prompt.config;
  let limited = false;
  for (const { provider, model } of chooseModels(caller, undefined, prompt.config.model)) {
    const answer = await askModel(caller, provider, { system, messages, model, temperature });
    if (answer === undefined) continue;
    if ("stopped" in answer) {
      limited = true;
      continue;
    }
    const reasons = judgeCase(one, built.mask.restore(answer.value), built.documents);
    const passed = reasons.length === 0;
    const text = answer.value.slice(0, MOST_SAID);
    return {
      id,
      passed,
      reasons,
      said: text,
      provider: provider.name,
      model: answer.usage?.model ?? model,
    };
  }
  const reasons: CaseResult["reasons"] = [limited ? "over_limit" : "no_answer"];
  return { id, passed: false, reasons, said: "", provider: null, model: null };
}

/**
 * Makes search results of a case's documents. They are not scanned for instructions, because the prompt
 * itself is tested.
 */
function findingsOf({ documents, language }: EvaluationCase): Findings {
  const common = { version: 1, title: "", source: "evaluation", url: null, start: 0 };
  const hits = documents.map((text, at) => ({
    piece: { ...common, document_id: `case-${at + 1}`, text, risk: 0, rules: "", removed: 0 },
    score: 1,
  }));
  return { hits, language };
}
