import type { StoredAction } from "../../ai/actions/schemas.ts";
import { Badge, type Tone } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { stateWords } from "./words.ts";

const TONES: Record<StoredAction["state"], Tone> = {
  proposed: "warn",
  approved: "good",
  rejected: "idle",
  expired: "idle",
  executed: "good",
  failed: "bad",
};

interface PartProps {
  view: View;
  action: StoredAction;
}

export function ActionState({ view, action: { state } }: PartProps) {
  return <Badge tone={TONES[state]}>{stateWords[view.language][state]}</Badge>;
}

export function actionsPath({ tenantId }: View): string {
  return `/portal/t/${tenantId}/actions`;
}
