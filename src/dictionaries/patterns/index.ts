export { checkPattern } from "./check.ts";
export { compilePattern, type CompiledPattern } from "./compile.ts";
