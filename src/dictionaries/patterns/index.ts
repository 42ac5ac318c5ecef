export { checkPattern } from "./check.ts";
export { compilePattern, type CompiledPattern } from "./compile.ts";
export type { PatternProblem, PatternReason } from "./problem.ts";
