/** The part of JSON Schema 2020-12 that zod writes and that the reference page reads. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  $schema?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  deprecated?: boolean;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  minProperties?: number;
  maxProperties?: number;
  items?: boolean | JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  /** The bytes of the value as JSON in UTF-8, however a request writes it. */
  "x-max-bytes"?: number;
  pattern?: string;
  contentEncoding?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
}

export interface Reference {
  $ref: string;
}

export type Place = "path" | "query" | "header";

export interface Parameter {
  name: string;
  in: Place;
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
}

export interface HeaderObject {
  description: string;
  schema: JsonSchema;
}

export interface ResponseObject {
  description: string;
  /** The values that `error` may have in this answer. */
  "x-errors"?: string[];
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, MediaType>;
}

/** Names of schemes that are needed together, each with the permissions it must carry. */
export type SecurityRequirement = Record<string, string[]>;

export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: SecurityRequirement[];
  /** The kinds of caller, if the credential alone does not tell. */
  "x-callers"?: string[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | Reference>;
}

export interface SecurityScheme {
  type: "http" | "apiKey" | "mutualTLS";
  description: string;
  scheme?: string;
  in?: "header";
  name?: string;
}

interface Components {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, ResponseObject>;
  headers: Record<string, HeaderObject>;
  securitySchemes: Record<string, SecurityScheme>;
}

export interface Tag {
  name: string;
  description: string;
}

/** A name that answers may have in `error`, with its meaning and what to do. */
export interface NamedError {
  name: string;
  statuses: number[];
  means: string;
  advice: string;
}

export interface ApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: Tag[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks?: Readonly<Record<string, { post: OperationObject }>>;
  components: Components;
  "x-errors"?: NamedError[];
}
