export { checkReadiness } from "./check-readiness.ts";
export { readClientCertificate, type PresentedCertificate } from "./client-certificate.ts";
export { database, type Database } from "./database.ts";
export type { Rampart } from "./env.ts";
export { base62Of, randomBase62, uuidv7 } from "./ids.ts";
export { consoleLog, type Log, type LogLine } from "./log.ts";
export { livePlatform, type Platform } from "./platform.ts";
export { ShortMemory } from "./short-memory.ts";
