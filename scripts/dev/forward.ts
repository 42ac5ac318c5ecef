import { type Agent, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";

const HOST = "127.0.0.1";
/** The header that the local runtime turns into `request.cf`. */
const CF_HEADER = "MF-CF-Blob";
const NOT_ASCII = /[^\u0020-\u007e]/g;

/** Headers that belong to one connection, not to the request. */
const HOP_BY_HOP = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);
/**
 * Headers that tell where a body ends. Without them, what a client sends behind the body would be taken
 * for a request of ours.
 */
const FRAMING = new Set(["content-length", "transfer-encoding"]);
/** Headers that only the edge sets; what a client says in them is dropped. */
const EDGE_ONLY = new Set([
  "cf-connecting-ip",
  "cf-ipcountry",
  "cf-ray",
  "cf-visitor",
  "x-forwarded-proto",
]);
/** Headers that tell the local runtime what to do begin with this. */
const RUNTIME_PREFIX = "mf-";

export interface Passage {
  request: IncomingMessage;
  response: ServerResponse;
  cf: object;
  agent: Agent;
  port: number;
}

/** Passes a request on to `wrangler dev` and its answer back, both as streams. */
export function forward({ request, response, cf, agent, port }: Passage): void {
  const headers = [...headersOf(request, isForUpstream), ...edgeHeaders(request, cf)];
  const { method, url: path } = request;
  const upstream = send({ host: HOST, port, method, path, headers, agent });
  upstream.on("response", (answer) => {
    const named = headersOf(answer, (name) => name !== "transfer-encoding");
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, named);
    pipeline(answer, response, () => {});
  });
  upstream.on("error", () => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(502, { "content-type": "text/plain" });
    response.end("The Worker behind the local TLS front does not answer.\n");
  });
  response.on("close", () => {
    if (!response.writableFinished) upstream.destroy();
  });
  // Not by `pipeline`: an answer may come before the body has been read to its end.
  request.pipe(upstream);
}

/** Returns names and values in turn, as Node reads and sends them. */
function headersOf(message: IncomingMessage, wanted: (name: string) => boolean): string[] {
  const named = new Set((message.headers.connection ?? "").toLowerCase().split(/\s*,\s*/));
  const kept: string[] = [];
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = message.rawHeaders.slice(at, at + 2);
    const key = name.toLowerCase();
    const isNamed = named.has(key) && !FRAMING.has(key);
    if (!HOP_BY_HOP.has(key) && !isNamed && wanted(key)) kept.push(name, value);
  }
  return kept;
}

function isForUpstream(name: string): boolean {
  return !EDGE_ONLY.has(name) && !name.startsWith(RUNTIME_PREFIX);
}

function edgeHeaders(request: IncomingMessage, cf: object): string[] {
  const client = request.socket.remoteAddress ?? HOST;
  return [CF_HEADER, asciiJson(cf), "CF-Connecting-IP", client, "X-Forwarded-Proto", "https"];
}

/** Writes JSON with everything beyond ASCII escaped, because header values are bytes. */
function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    NOT_ASCII,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
