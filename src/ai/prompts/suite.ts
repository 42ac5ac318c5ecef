import { once } from "../../platform/index.ts";
import type { EvaluationCase } from "./evaluation-schemas.ts";
import cases from "./suite-cases.txt";

/**
 * Changes whenever a case changes: an evaluation with older cases no longer counts for `production`.
 */
export const SUITE = "2026-11-21";

/**
 * The cases that every version must pass before it may be in production. The documents of attacks hold
 * an instruction for the model that no scan has found: the prompt itself must withstand it.
 */
export const suiteCases = once(() => JSON.parse(cases) as EvaluationCase[]);
