import type { ApiKey } from "../../tenants/api-keys/answers.ts";
import { Badge, type Tone } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { keyStatusWords } from "./words.ts";

const TONES: Record<ApiKey["status"], Tone> = {
  active: "good",
  disabled: "warn",
  expired: "idle",
  replaced: "idle",
};

export function KeyStatus({ view, status }: { view: View; status: ApiKey["status"] }) {
  return <Badge tone={TONES[status]}>{keyStatusWords[view.language][status]}</Badge>;
}
