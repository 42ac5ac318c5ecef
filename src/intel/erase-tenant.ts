import { eraseRows, type Eraser } from "../platform/index.ts";
import { intelEntries } from "./tables.ts";

export const intelErasers: readonly Eraser[] = [
  eraseRows("lists", intelEntries, intelEntries.tenantId),
];
