import { Validator, type Schema } from "@cfworker/json-schema";
import type {
  ApiDocument,
  JsonSchema,
  Reference,
  ResponseObject,
} from "../../../scripts/openapi/document.ts";
import { nameIn } from "../../../scripts/openapi/tidy-schema.ts";
import type { Target } from "./requests.ts";

/** Judges answers by a description. It keeps what it compiled. */
export class Judge {
  private readonly document: ApiDocument;
  private readonly validators = new Map<JsonSchema, Validator>();

  constructor(document: ApiDocument) {
    this.document = document;
  }

  /** What is wrong with the answer; nothing, if it is as described. */
  faults({ operation }: Target, status: number, type: string | null, body: string): string[] {
    if (status >= 500 && status !== 503) return [`answers ${status}: ${body}`];
    const described = operation.responses[String(status)];
    if (described === undefined) return [`answers ${status}, which is not described: ${body}`];
    const { content } = this.resolve(described);
    if (content === undefined) return body === "" ? [] : [`answers ${status} with a body: ${body}`];
    const mediaType = (type ?? "").split(";", 1)[0] ?? "";
    const media = content[mediaType];
    if (media === undefined) return [`answers ${status} as ${mediaType}, which is not described`];
    if (media.schema === undefined || mediaType !== "application/json") return [];
    return this.misfits(media.schema, body).map((fault) => `answers ${status}: ${fault}`);
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
    const { errors } = this.validatorOf(schema).validate(value);
    const faults = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
    return faults.length === 0 ? [] : [`${faults.join(" ")} in ${body}`];
  }

  private validatorOf(schema: JsonSchema): Validator {
    const known = this.validators.get(schema);
    if (known !== undefined) return known;
    const { schemas } = this.document.components;
    const whole = { ...structuredClone(schema), components: { schemas: structuredClone(schemas) } };
    const made = new Validator(whole as unknown as Schema, "2020-12");
    this.validators.set(schema, made);
    return made;
  }
}
