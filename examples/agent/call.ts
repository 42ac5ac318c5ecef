import { request } from "node:https";

const TIMEOUT_MS = 15_000;
const UNREACHED_WAIT_S = 30;
/**
 * A random time up to this is added, so that a fleet that lost its server does not come back all at
 * once.
 */
const UNREACHED_SPREAD_S = 60;
/** The longest wait: a timer with too large a number would fire at once. */
const MAX_WAIT_S = 86_400;

export interface Answer {
  /** 0 if no answer came, or not all of it. */
  status: number;
  body: Record<string, unknown>;
  /** Set when the server asks to be left alone for a while. */
  waitS: number | undefined;
  action: string | undefined;
  /** Why no answer came. */
  failure?: string;
}

export interface Credentials {
  serverCa?: string | undefined;
  keyPem?: string;
  certPem?: string;
  chainPem?: string;
}

/** Sends one request, with the client certificate if there is one. It never throws. */
export function call(
  method: string,
  url: string,
  credentials: Credentials,
  body?: unknown,
): Promise<Answer> {
  const { serverCa: ca, keyPem: key, certPem, chainPem = "" } = credentials;
  const tls = key === undefined || certPem === undefined ? {} : { key, cert: certPem + chainPem };
  return new Promise((resolve) => {
    const sent = request(url, {
      method,
      ca,
      ...tls,
      // Each call opens a connection, so that it uses the certificate that counts then.
      agent: false,
      timeout: TIMEOUT_MS,
      headers: body === undefined ? {} : { "content-type": "application/json" },
    });
    sent.on("timeout", () => sent.destroy(new Error("timed out")));
    const unreached = (error: NodeJS.ErrnoException) => resolve(noAnswer(error));
    sent.on("error", unreached);
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      // Once an answer has begun, its errors are reported here alone.
      response.on("error", unreached);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const answer = parse(Buffer.concat(chunks).toString());
        const { action } = answer;
        resolve({
          status: response.statusCode ?? 0,
          body: answer,
          waitS: waitIn(response.headers["retry-after"]),
          action: typeof action === "string" ? action : undefined,
        });
      });
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** If a name has several addresses and none answers, the error has a code and no message. */
function noAnswer({ message, code }: NodeJS.ErrnoException): Answer {
  const waitS = UNREACHED_WAIT_S + Math.random() * UNREACHED_SPREAD_S;
  return { status: 0, body: {}, waitS, action: undefined, failure: message || (code ?? "") };
}

/** Retry-After is a number of seconds, or a date. */
function waitIn(header = ""): number | undefined {
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return wait > 0 ? Math.min(wait, MAX_WAIT_S) : undefined;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
