import { secondsAsked } from "../../http/index.ts";
import { recheckAddress } from "../../platform/index.ts";
import type { Attempt } from "./answers.ts";

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 1_024;
const GONE = 410;

export interface Outcome {
  status: number | null;
  ms: number;
  error?: NonNullable<Attempt["error"]>;
  response?: string;
  retryAfterSeconds?: number;
  /** The headers that signed the call; absent if no call was made. */
  signedHeaders?: Record<string, string>;
  /** The receiver answered 410: it wants no more calls. */
  gone: boolean;
}

export interface Message {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** Calls an endpoint once. Every failure is an outcome; nothing is thrown. */
export async function attemptDelivery(
  env: Cloudflare.Env,
  message: Message,
  fetcher: typeof fetch,
  clock: () => number,
): Promise<Outcome> {
  const startedAt = clock();
  const { headers: signedHeaders } = message;
  const failed = (error: NonNullable<Attempt["error"]>): Outcome => ({
    status: null,
    ms: clock() - startedAt,
    error,
    gone: false,
  });
  const url = await recheckAddress(env, fetcher, message.url);
  if (typeof url === "string") return failed(url);
  try {
    const answer = await fetcher(url.href, {
      method: "POST",
      body: message.body,
      headers: { "content-type": "application/json", "user-agent": "Rampart", ...signedHeaders },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const response = await firstBytes(answer);
    return { ...judge(answer, response, startedAt, clock()), signedHeaders };
  } catch (error) {
    return { ...failed(classOf(error)), signedHeaders };
  }
}

function judge(answer: Response, response: string, startedAt: number, now: number): Outcome {
  const { status } = answer;
  const retryAfter = secondsAsked(answer, now);
  return {
    status,
    ms: now - startedAt,
    response,
    gone: status === GONE,
    ...(answer.ok ? {} : { error: status >= 300 && status < 400 ? "redirect" : "http" }),
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  };
}

/** The beginning of an answer, for the log. */
async function firstBytes(answer: Response): Promise<string> {
  let text = "";
  let left = MAX_RESPONSE_BYTES;
  const decoder = new TextDecoder();
  try {
    // Leaving the loop cancels what is still to come.
    for await (const bytes of answer.body ?? []) {
      text += decoder.decode(bytes.subarray(0, left), { stream: true });
      left -= bytes.length;
      if (left <= 0) break;
    }
  } catch {
    // It broke off: what came before is enough, and the status is known.
  }
  return text;
}

function classOf(error: unknown): NonNullable<Attempt["error"]> {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  if (/certificate|tls|ssl|handshake/i.test(message)) return "tls";
  return /dns|resolve|getaddrinfo/i.test(message) ? "dns" : "network";
}
