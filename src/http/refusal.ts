export type AgentAction = "retry_later" | "re_enroll" | "upgrade" | "stop";

export interface Detail {
  path: string;
  message: string;
}

/** An expected "no": a plain value, so that it also crosses a Durable Object call unharmed. */
export interface Refusal {
  refused: true;
  status: RefusalStatus;
  error: string;
  message: string;
  details?: Detail[];
  retryAfterSeconds?: number;
  retryable?: boolean;
  action?: AgentAction;
  headers?: Record<string, string>;
}

export type RefusalStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 412
  | 413
  | 415
  | 422
  | 426
  | 428
  | 429
  | 503;

type More = Omit<Refusal, "refused" | "status" | "error" | "message">;

/** With these two statuses a time to wait is required. */
type Waiting = 429 | 503;
type MoreOf<S extends RefusalStatus> = S extends Waiting
  ? [more: More & { retryAfterSeconds: number }]
  : [more?: More];

export function refuse<S extends RefusalStatus>(
  status: S,
  error: string,
  message: string,
  ...[more]: MoreOf<S>
): Refusal {
  return { refused: true, status, error, message, ...more };
}

/** The value of `WWW-Authenticate` for a kind of credential. */
export function challengeOf(scheme: string): string {
  return `${scheme} realm="rampart"`;
}

/** Refuses one field of the request; `message` goes on from its name, as in `must be ...`. */
export function refuseField(path: string, message: string): Refusal {
  return refuse(400, "invalid_request", `"${path}" ${message}.`, { details: [{ path, message }] });
}

export function noSuch(what: string): Refusal {
  return refuse(404, "not_found", `There is no such ${what}.`);
}

export function isRefusal(value: unknown): value is Refusal {
  // Reading the field costs half of what `in` does where many kinds of values come by.
  return (
    typeof value === "object" && value !== null && (value as Partial<Refusal>).refused === true
  );
}
