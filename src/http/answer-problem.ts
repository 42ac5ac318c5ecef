import type { Context } from "hono";
import { json } from "./answer.ts";
import { failureWithFrames } from "./failure-of.ts";
import { isNotNow, refuseNotNow } from "./not-now.ts";
import { Problem } from "./problem.ts";
import { challengeOf, type Refusal } from "./refusal.ts";

/** `bare` is the threat-intel contract's `{statusCode, message}`; `full` is everybody else's. */
export type ErrorShape = "bare" | "full";

/** What is said of a failure that nobody expected. */
export const INTERNAL = { error: "internal_error", message: "Something went wrong on our side." };
const AGAIN = { retryable: true, action: "retry_later" } as const;

/** Turns whatever was thrown into an answer. Unknown failures keep their detail to the log. */
export function answerProblem(
  c: Context,
  thrown: Error,
  shape: ErrorShape,
  isToAgent = false,
): Response {
  const { about } = c.get("call");
  const refusal = refusalOf(thrown);
  if (refusal === undefined) {
    about.error = INTERNAL.error;
    about.failure = failureWithFrames(thrown);
    return answer(c, 500, shape, isToAgent ? { ...INTERNAL, ...AGAIN } : INTERNAL);
  }
  const { refused: _refused, status, ...body } = refusal;
  about.error = body.error;
  if (isNotNow(thrown)) about.failure = failureWithFrames(thrown);
  if (status === 401) {
    body.headers ??= { "www-authenticate": challengeOf(schemeWanted(body, shape)) };
  }
  const lacksAdvice = isToAgent && body.retryable === undefined;
  return answer(c, status, shape, lacksAdvice ? { ...body, ...adviceOn(status) } : body);
}

/** For refusals that bring no advice: only after 408, 429 and 503 may the same request succeed later. */
function adviceOn(status: Refusal["status"]): Pick<Refusal, "retryable" | "action"> {
  return status === 408 || status === 429 || status === 503 ? AGAIN : { retryable: false };
}

/** Every 401 names a kind of credential (RFC 9110, 15.5.2). Only refusals of agents have an action. */
function schemeWanted({ action }: AnsweredRefusal, shape: ErrorShape): string {
  if (shape === "bare") return "ApiKey";
  return action === undefined ? "Bearer" : "ClientCertificate";
}

export function refusalOf(thrown: Error): Refusal | undefined {
  if (thrown instanceof Problem) return thrown.refusal;
  return isNotNow(thrown) ? refuseNotNow() : undefined;
}

type AnsweredRefusal = Omit<Refusal, "refused" | "status">;

function answer(
  c: Context,
  status: Refusal["status"] | 500,
  shape: ErrorShape,
  body: AnsweredRefusal,
) {
  const { message, retryAfterSeconds, headers, ...rest } = body;
  const more = { ...headers };
  const call = c.get("call");
  if (call.namedTrace !== undefined) more["x-trace-id"] = call.namedTrace;
  if (retryAfterSeconds !== undefined) {
    more["retry-after"] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  }
  if (shape === "bare") return json(c, { statusCode: status, message }, status, more);
  return json(c, { statusCode: status, message, requestId: call.id, ...rest }, status, more);
}
