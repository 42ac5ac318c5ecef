export { giveFeedback, noSuchInspection } from "./give-feedback.ts";
export { inspectFor } from "./inspect-for.ts";
export { purgeInspections } from "./jobs.ts";
export { eventIdOf } from "./keep/keep-inspection.ts";
export { MAX_MAIL } from "./limits.ts";
export { newFeedback, recordList, type InspectionRecord } from "./record-schemas.ts";
export { CHANNELS, message as messageSchema, VERDICTS, type Inspected } from "./schemas.ts";
export { showInspection } from "./show-inspection.ts";
export { countFlagged, findInspection, listInspections } from "./store.ts";
