export type { Rampart } from "./env.ts";
export { consoleLog, type Log, type LogLine } from "./log.ts";
export { ReadinessObject } from "./readiness-object.ts";
