import { request } from "node:https";

const TIMEOUT_MS = 15_000;
const DEFAULT_WAIT_S = 30;

export interface Answer {
  /** 0: the server could not be reached. */
  status: number;
  body: Record<string, unknown>;
  /** Set when the server asks to be left alone for a while. */
  waitS: number | undefined;
  action: string | undefined;
}

export interface Credentials {
  serverCa?: string | undefined;
  keyPem?: string;
  certPem?: string;
  chainPem?: string;
}

/** One request with, where there is one, the client certificate; never throws. */
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
      // No connection outlives a certificate: the next call is made with the one that counts then.
      agent: false,
      timeout: TIMEOUT_MS,
      headers: body === undefined ? {} : { "content-type": "application/json" },
    });
    sent.on("timeout", () => sent.destroy(new Error("timed out")));
    sent.on("error", () =>
      resolve({ status: 0, body: {}, waitS: DEFAULT_WAIT_S, action: undefined }),
    );
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const answer = parse(Buffer.concat(chunks).toString());
        const wait = Number(response.headers["retry-after"]);
        const { action } = answer;
        resolve({
          status: response.statusCode ?? 0,
          body: answer,
          waitS: wait > 0 ? wait : undefined,
          action: typeof action === "string" ? action : undefined,
        });
      });
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
