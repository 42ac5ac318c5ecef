export { giveFeedback, noSuchInspection } from "./give-feedback.ts";
export { purgeInspections } from "./jobs.ts";
export { inspectionRoutes } from "./record-routes.ts";
export { antispamRoutes } from "./routes.ts";
export {
  newFeedback,
  recordList,
  type InspectionFilter,
  type InspectionRecord,
  type NewFeedback,
} from "./schemas.ts";
export { showInspection } from "./show-inspection.ts";
export { findInspection, listInspections } from "./store.ts";
