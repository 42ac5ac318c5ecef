import { dereference, initialBaseURI, validate, type Schema } from "@cfworker/json-schema";
import type {
  ApiDocument,
  JsonSchema,
  Reference,
  ResponseObject,
} from "../../../scripts/openapi/document.ts";
import { nameIn } from "../../../scripts/openapi/tidy-schema.ts";
import { DATA_HEADERS } from "../../../src/http/security-headers.ts";
import type { Target } from "./requests.ts";

/** Headers that any answer may have, whatever the operation. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  ...Object.keys(DATA_HEADERS).map((name) => name.toLowerCase()),
  "content-length",
  "content-type",
  "server-timing",
  "traceparent",
  "x-accel-buffering",
  "x-request-id",
]);

/**
 * Judges answers by a description. The shared schemas are resolved once; the others are kept when they
 * are first needed.
 */
export class Judge {
  private readonly document: ApiDocument;
  /** Every schema by its address, as in `$ref`. */
  private readonly known: Record<string, Schema | boolean>;
  private readonly answers = new Map<JsonSchema, Schema>();

  constructor(document: ApiDocument) {
    this.document = document;
    const components = { schemas: structuredClone(document.components.schemas) };
    this.known = dereference({ components });
  }

  /** Returns what is wrong with the answer; nothing if it is as described. */
  faults({ operation }: Target, status: number, sent: Headers, body: string): string[] {
    if (status >= 500 && status !== 503) return [`answers ${status}: ${body}`];
    const described = operation.responses[String(status)];
    if (described === undefined) return [`answers ${status}, which is not described: ${body}`];
    const { content, headers = {}, "x-errors": names } = this.resolve(described);
    const known = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const foreign = [...sent.keys()].filter((name) => !known.has(name) && !EVERYWHERE.has(name));
    if (foreign.length > 0) return [`answers ${status} with ${foreign.join(", ")}, not described`];
    const type = sent.get("content-type");
    if (content === undefined) return body === "" ? [] : [`answers ${status} with a body: ${body}`];
    const mediaType = (type ?? "").split(";", 1)[0] ?? "";
    const media = content[mediaType];
    if (media === undefined) return [`answers ${status} as ${mediaType}, which is not described`];
    if (media.schema === undefined || mediaType !== "application/json") return [];
    const misfits = this.misfits(media.schema, body).map((fault) => `answers ${status}: ${fault}`);
    return [...misfits, ...this.unlisted(status, names, body)];
  }

  /** Checks that the name of a refusal is listed for its answer. */
  private unlisted(status: number, names: readonly string[] = [], body: string): string[] {
    if (this.document["x-errors"] === undefined || status < 400) return [];
    const { error } = JSON.parse(body) as { error?: string };
    if (error === undefined || names.includes(error)) return [];
    return [`answers ${status} by a name that is not listed: ${body}`];
  }

  private resolve(answer: ResponseObject | Reference): ResponseObject {
    if (!("$ref" in answer)) return answer;
    const shared = this.document.components.responses[nameIn(answer.$ref)];
    if (shared === undefined) throw new Error(`There is no ${answer.$ref}.`);
    return shared;
  }

  private misfits(schema: JsonSchema, body: string): string[] {
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return [`no JSON: ${body}`];
    }
    const { errors } = validate(value, this.readable(schema), "2020-12", this.known);
    const faults = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
    return faults.length === 0 ? [] : [`${faults.join(" ")} in ${body}`];
  }

  /** Resolves the schema of an answer, under an address of its own among the known ones. */
  private readable(schema: JsonSchema): Schema {
    const known = this.answers.get(schema);
    if (known !== undefined) return known;
    const made = structuredClone(schema) as unknown as Schema;
    dereference(made, this.known, initialBaseURI, `/answers/${this.answers.size}`);
    this.answers.set(schema, made);
    return made;
  }
}
