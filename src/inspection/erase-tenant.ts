import { eraseRows, type Eraser } from "../platform/index.ts";
import { idempotencyKeys, inspectionFeedback, inspections } from "./tables.ts";

export const inspectionErasers: readonly Eraser[] = [
  eraseRows("inspections", idempotencyKeys, idempotencyKeys.tenantId),
  eraseRows("inspections", inspectionFeedback, inspectionFeedback.tenantId),
  eraseRows("inspections", inspections, inspections.tenantId),
];
