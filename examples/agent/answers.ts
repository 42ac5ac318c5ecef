import type { Answer } from "./call.ts";

export interface Policy {
  id: string;
  revision: number;
  intervalS: number;
}

/**
 * Reads the policy in the answer to a check-in; undefined if something other than the server has
 * answered.
 */
export function policyIn({ status, body }: Answer): Policy | undefined {
  const { id, revision, checkin_interval_s: intervalS } = objectIn(body, "policy");
  if (status !== 200 || typeof id !== "string" || typeof revision !== "number") return undefined;
  return typeof intervalS === "number" && intervalS > 0 ? { id, revision, intervalS } : undefined;
}

/** Reads the certificate that was requested with this key. */
export function certificateIn({ status, body }: Answer, keyPem: string) {
  const { client_cert_pem: certPem, ca_chain_pem: chainPem, cert_expires_at: expiresAt } = body;
  const { agent_id: agentId } = body;
  if (status !== 200 || typeof agentId !== "string" || typeof expiresAt !== "string") {
    return undefined;
  }
  if (typeof certPem !== "string" || typeof chainPem !== "string") return undefined;
  return { agentId, certificate: { keyPem, certPem, chainPem, expiresAt } };
}

/**
 * Whether it is time to renew, by the server's clock, because the machine's own may be wrong; undefined
 * if the server did not say.
 */
export function isDue({ status, body }: Answer): boolean | undefined {
  const { at } = objectIn(objectIn(body, "cert"), "renewal_window");
  const left = Date.parse(String(at)) - Date.parse(String(body["server_time"]));
  return status === 200 && !Number.isNaN(left) ? left <= 0 : undefined;
}

const FINAL = [400, 409, 413];

/** Whether the server has this event, or will never take it: then it need not be sent again. */
export function isSettled(answer: Answer): boolean {
  const { status, body } = answer;
  return isAccepted(answer) || (FINAL.includes(status) && typeof body["error"] === "string");
}

function isAccepted({ status, body }: Answer): boolean {
  return status === 202 && body["status"] === "accepted";
}

export function hasLeft({ status, body }: Answer): boolean {
  return status === 200 && body["status"] === "deregistered";
}

/** Whether the server itself accepted the request: a proxy in front of it may answer 200 as well. */
export function isGranted(answer: Answer): boolean {
  const isState = policyIn(answer) !== undefined || isDue(answer) !== undefined;
  return isState || isAccepted(answer) || hasLeft(answer);
}

/** Writes for the log what was refused, or what came in place of an answer. */
export function troubleIn({ status, body, action, failure }: Answer): string {
  if (failure !== undefined) return `no answer: ${failure}`;
  const { error, message } = body;
  if (typeof error !== "string") return `no answer of ours: status ${status}`;
  const why = typeof message === "string" ? ` (${message})` : "";
  return `refused: ${error}, ${action ?? "no action named"}${why}`;
}

function objectIn(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = body[name];
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
