import { refuse, type Refusal } from "../../http/index.ts";

export function refuseCode(error: string, message: string): Refusal {
  return refuse(401, error, message, { retryable: false, action: "stop" });
}
