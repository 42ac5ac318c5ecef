export type { Rampart } from "./env.ts";
export { readClientCertificate, type PresentedCertificate } from "./client-certificate.ts";
export { consoleLog, type Log, type LogLine } from "./log.ts";
export { ReadinessObject } from "./readiness-object.ts";
