import { eraseRows, type Eraser } from "../platform/index.ts";
import { dictionaries } from "./tables.ts";

export const dictionaryErasers: readonly Eraser[] = [
  eraseRows("dictionaries", dictionaries, dictionaries.tenantId),
];
