import type { EffectiveState } from "../../fleet/effective-state.ts";
import { Badge, type Tone } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { stateWords } from "./words.ts";

export const TONES: Record<EffectiveState, Tone> = {
  revoked: "idle",
  pending: "idle",
  missing: "bad",
  offline: "bad",
  stale: "warn",
  error: "bad",
  degraded: "warn",
  online: "good",
};

export function StateBadge({ view, state }: { view: View; state: EffectiveState }) {
  return <Badge tone={TONES[state]}>{stateWords[view.language][state]}</Badge>;
}
