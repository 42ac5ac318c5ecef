import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Call } from "./call.ts";
import { AnswerTemplate } from "./answer-template.ts";
import { DATA_HEADERS } from "./security-headers.ts";

const JSON_HEADERS = { "content-type": "application/json", ...DATA_HEADERS };
const PLAIN = new AnswerTemplate(JSON_HEADERS);
/**
 * For calls with extra headers. All of them set the same names, so none is left from the call
 * before.
 */
const WITH_EXTRA_HEADERS = new AnswerTemplate(JSON_HEADERS);

export function json(
  c: Context,
  body: unknown,
  status: ContentfulStatusCode = 200,
  more: Record<string, string> = {},
): Response {
  const call = c.get("call");
  const template = call.extraHeaders === undefined ? PLAIN : WITH_EXTRA_HEADERS;
  nameCall(template.headers, call);
  setRest(template, call);
  const answer = template.copy(JSON.stringify(body), status);
  for (const name in more) answer.headers.set(name, more[name] ?? "");
  return answer;
}

/** 201 with the address of what was made (RFC 9110, 9.3.3). */
export function created(c: Context, body: unknown, location: string): Response {
  return json(c, body, 201, { location });
}

/** For the 204s of the contract. */
export function noContent(c: Context, more?: Record<string, string>): Response {
  return raw(c, null, { ...more }, 204);
}

/** An answer that is not JSON: the caller brings its headers, which win. */
export function raw(
  c: Context,
  body: BodyInit | null,
  headers: Record<string, string>,
  status = 200,
): Response {
  const all = new Headers(DATA_HEADERS);
  stamp(all, c.get("call"));
  for (const name in headers) all.set(name, headers[name] ?? "");
  return new Response(body, { status, headers: all });
}

/** Adds the headers that say which call is answered, and the extra headers of the call. */
export function stamp(headers: Headers, call: Call): void {
  nameCall(headers, call);
  setRest(headers, call);
}

function nameCall(headers: Headers, call: Call): void {
  headers.set("x-request-id", call.id);
  headers.set("traceparent", call.traceparent);
  call.stamped = true;
}

/** These headers may be the same as in the answer before. */
function setRest(headers: Pick<Headers, "set">, call: Call): void {
  headers.set("server-timing", call.serverTiming());
  const more = call.extraHeaders?.();
  for (const each in more) headers.set(each, more[each] ?? "");
}
