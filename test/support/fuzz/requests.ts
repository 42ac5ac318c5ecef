import * as fc from "fast-check";
import type { ApiDocument, OperationObject, Parameter } from "../../../scripts/openapi/document.ts";
import { fitting, type Known } from "./fitting-values.ts";
import { hostileJson, hostileText, spoil } from "./hostile-values.ts";
import type { Pool } from "./pool.ts";
import { writeJson } from "./write-json.ts";

/** More than any route accepts by default. */
const TOO_LARGE = 300 * 1024;

export interface Target {
  method: string;
  path: string;
  operation: OperationObject;
}

export interface FuzzedRequest {
  method: string;
  /** Path and query as they are sent. */
  address: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** Makes requests to one operation: right ones, nearly right ones and hostile ones. */
export function requestsTo(target: Target, document: ApiDocument, pool: Pool) {
  const { method, path, operation } = target;
  const known: Known = {
    schemas: document.components.schemas,
    valuesFor: (name) => pool.valuesFor(name),
  };
  const parameters = operation.parameters ?? [];
  const base = (document.servers[0]?.url ?? "").replace(/\/$/, "");
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const body = schema === undefined ? fc.constant({}) : bodies(fitting(schema, known));
  return fc
    .tuple(
      paths(path, parameters, known, pool),
      queries(parameters, known),
      headersFor(parameters, known),
      body,
    )
    .map(([filled, query, headers, sent]): FuzzedRequest => {
      const address = `${base}${filled}${query === "" ? "" : `?${query}`}`;
      const { type, content } = { type: undefined, content: undefined, ...sent };
      return {
        method: method.toUpperCase(),
        address,
        headers: type === undefined ? headers : { ...headers, "content-type": type },
        ...(content === undefined ? {} : { body: content }),
      };
    });
}

interface Body {
  type?: string;
  content?: string | Uint8Array<ArrayBuffer>;
}

const JSON_TYPE = "application/json";

function bodies(values: fc.Arbitrary<unknown>): fc.Arbitrary<Body> {
  const asJson = (value: unknown): Body => ({ type: JSON_TYPE, content: writeJson(value) });
  const right = values.map(asJson);
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: 8, arbitrary: spoil(values).map(asJson) },
    { weight: 2, arbitrary: hostileJson.map(asJson) },
    { weight: 2, arbitrary: broken(right) },
    { weight: 1, arbitrary: right.map(({ content = "" }) => ({ type: "text/plain", content })) },
  );
}

function broken(right: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  const cut = right.map(({ content }) => ({
    type: JSON_TYPE,
    content: String(content).slice(0, -1),
  }));
  const fixed = fc.constantFrom<Body>(
    {},
    { type: JSON_TYPE },
    { type: JSON_TYPE, content: "" },
    { type: JSON_TYPE, content: "\ufeff{}" },
    { type: JSON_TYPE, content: "{'a':1}" },
    { type: `${JSON_TYPE}; charset=utf-16`, content: "{}" },
    { type: JSON_TYPE, content: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) },
    { type: JSON_TYPE, content: `{"a":"${"a".repeat(TOO_LARGE)}"}` },
  );
  return fc.oneof(cut, fixed);
}

/** These are encoded already, some of them wrongly. A dot alone would name another path. */
const HOSTILE_SEGMENTS = ["%", "%00", "%ff", "%2F", "..%2F..", "%E0%A4%A", "a%0d%0ab", ":id", "*"];

function paths(path: string, parameters: Parameter[], known: Known, pool: Pool) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const segments = names.map((name) => {
    const schema = parameters.find((one) => one.in === "path" && one.name === name)?.schema ?? {};
    const existing = pool.valuesInPath(path, name);
    const values = fitting(schema, { ...known, valuesFor: () => existing }, name);
    return fc.oneof(
      { weight: 8, arbitrary: values.map(encode) },
      { weight: 2, arbitrary: hostileText.map(encode) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS) },
    );
  });
  return fc
    .tuple(...segments)
    .map((filled) =>
      names.reduce((text, name, at) => text.replace(`{${name}}`, () => whole(filled[at])), path),
    );
}

function whole(segment = ""): string {
  return ["", ".", ".."].includes(segment) ? "_" : segment;
}

function queries(parameters: Parameter[], known: Known): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, required, schema }) => {
      const right = fitting(schema, known, name).map((value) => `${name}=${encode(value)}`);
      const wrong = hostileText.map((text) => `${name}=${encode(text)}`);
      return fc.oneof(
        { weight: 8, arbitrary: right },
        { weight: required ? 1 : 8, arbitrary: fc.constant("") },
        { weight: 2, arbitrary: wrong },
        { weight: 1, arbitrary: fc.tuple(right, wrong).map((both) => both.join("&")) },
        { weight: 1, arbitrary: fc.constantFrom(name, `${name}=%ff`, `${name}[]=1`) },
      );
    });
  const stray = fc.constantFrom("", "", "", "", "unheardOf=1", "__proto__=1", "&&=");
  return fc.tuple(...pairs, stray).map((all) => all.filter((pair) => pair !== "").join("&"));
}

/** What a header may contain: no control characters, and nothing beyond ASCII. */
const HEADER_TEXT = /^[\u0020-\u007e]*$/;

function headersFor(parameters: Parameter[], known: Known) {
  const entries = parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name, schema }) => {
      const texts = fc.oneof(fitting(schema, known, name).map(String), hostileText);
      return [name, texts.filter((text) => HEADER_TEXT.test(text))] as const;
    });
  return fc.record<Record<string, string>>(Object.fromEntries(entries), { requiredKeys: [] });
}

function encode(value: unknown): string {
  const text = typeof value === "string" ? value : writeJson(value);
  return encodeURIComponent(text.toWellFormed());
}
