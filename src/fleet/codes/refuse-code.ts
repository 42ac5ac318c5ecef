import { challengeOf, refuse, type Refusal } from "../../http/index.ts";

export function refuseCode(error: string, message: string): Refusal {
  const headers = { "www-authenticate": challengeOf("EnrollmentCode") };
  return refuse(401, error, message, { retryable: false, action: "stop", headers });
}
