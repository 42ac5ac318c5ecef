import type { ApiDocument, JsonSchema, OperationObject, Parameter, Reference } from "./document.ts";
import { BODY_EXAMPLES, PARAMETER_EXAMPLES } from "./examples.ts";
import { FIELD_WORDS, PARAMETER_WORDS } from "./words/index.ts";

const JSON_TYPE = "application/json";

/**
 * Adds the meaning of parameters and fields that their schemas do not tell. The words are here and not
 * in the schemas, because a schema is part of the Worker.
 */
export function addWords(document: ApiDocument): ApiDocument {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => [name, describeShared(schema, name)] as const,
  );
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const described = Object.entries(methods).map(
      ([method, operation]) => [method, describeOperation(operation)] as const,
    );
    return [path, Object.fromEntries(described)] as const;
  });
  const components = { ...document.components, schemas: Object.fromEntries(schemas) };
  return { ...document, paths: Object.fromEntries(paths), components };
}

function describeOperation(operation: OperationObject): OperationObject {
  const { operationId, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses).map(
    ([status, answer]) => [status, describeBodies(answer, operationId)] as const,
  );
  return {
    ...operation,
    ...(parameters === undefined
      ? {}
      : {
          parameters: parameters.map((one) => describeParameter(one, operationId)),
        }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: addExample(describeBodies(requestBody, operationId), operationId) }),
    responses: Object.fromEntries(answers),
  };
}

function describeParameter(parameter: Parameter, operationId: string): Parameter {
  const { name } = parameter;
  const description = parameter.description ?? wordsOf(PARAMETER_WORDS, operationId, name);
  const example = PARAMETER_EXAMPLES[`${operationId}.${name}`];
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
}

type Body = NonNullable<OperationObject["requestBody"]>;

function addExample(body: Body, operationId: string): Body {
  const media = body.content[JSON_TYPE];
  if (media === undefined || !Object.hasOwn(BODY_EXAMPLES, operationId)) return body;
  const example = BODY_EXAMPLES[operationId];
  return { ...body, content: { ...body.content, [JSON_TYPE]: { ...media, example } } };
}

type WithBodies = Exclude<OperationObject["responses"][string], Reference>;

function describeBodies<T extends Pick<WithBodies, "content"> | Reference>(of: T, name: string): T {
  if (!("content" in of) || of.content === undefined) return of;
  const content = Object.entries(of.content).map(([type, media]) => {
    const { schema } = media;
    return [
      type,
      schema === undefined ? media : { ...media, schema: describeFields(schema, name) },
    ] as const;
  });
  return { ...of, content: Object.fromEntries(content) };
}

function describeShared(schema: JsonSchema, name: string): JsonSchema {
  const description = schema.description ?? FIELD_WORDS[name];
  const described = describeFields(schema, name);
  return description === undefined ? described : { ...described, description };
}

/**
 * Describes the fields of a schema; `path` names the schema and the fields above. A part with a name of
 * its own is described under that name.
 */
function describeFields(schema: JsonSchema, path: string): JsonSchema {
  const out = { ...schema };
  if (out.properties !== undefined) {
    const fields = Object.entries(out.properties).map(([name, inner]) => {
      const description = inner.description ?? wordsOf(FIELD_WORDS, path, name);
      const described = describeFields(inner, `${path}.${name}`);
      return [name, description === undefined ? described : { ...described, description }] as const;
    });
    out.properties = Object.fromEntries(fields);
  }
  for (const key of ["items", "additionalProperties"] as const) {
    const inner = out[key];
    if (typeof inner === "object") out[key] = describeFields(inner, path);
  }
  for (const key of ["anyOf", "oneOf", "allOf"] as const) {
    const choices = out[key];
    if (choices !== undefined) out[key] = choices.map((inner) => describeFields(inner, path));
  }
  return out;
}

function wordsOf(words: Record<string, string>, path: string, name: string): string | undefined {
  const exact = `${path}.${name}`;
  if (Object.hasOwn(words, exact)) return words[exact];
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
