import { eraseFiles, eraseRows, type Eraser } from "../platform/index.ts";
import { filesOf } from "./exports/stream-decisions.ts";
import { intelEntries } from "./tables.ts";

export const intelErasers: readonly Eraser[] = [
  eraseRows("lists", intelEntries, intelEntries.tenantId),
  {
    name: "bouncers",
    kind: "lists",
    erase: ({ env, tenantId }) => eraseFiles(env.OBJECTS, filesOf(tenantId)),
  },
];
