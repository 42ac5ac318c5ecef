import type { Asker } from "../answer.ts";
import type { Evidence } from "../fusion/evidence.ts";
import type { Indicator } from "../indicators/indicator.ts";

export async function resolveFor(_asker: Asker, _indicator: Indicator): Promise<Evidence[]> {
  return [];
}
