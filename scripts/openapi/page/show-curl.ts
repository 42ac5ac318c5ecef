import type { ApiDocument, OperationObject, Parameter, SecurityRequirement } from "../document.ts";
import { sampleValue } from "./sample-value.ts";

/** What readers have to fill in, by security scheme. */
const CREDENTIAL_FLAGS: Record<string, string> = {
  bearer: `-H "Authorization: Bearer $TOKEN"`,
  serviceKey: `-H "X-Internal-Service-Key: $SERVICE_KEY"`,
  agentCertificate: "--cert agent.pem --key agent-key.pem",
  tenantId: `-H "X-Tenant-ID: $TENANT_ID"`,
  apiKey: `-H "X-API-Key: $API_KEY"`,
};

const JSON_TYPE = "application/json";

/** Writes a call that can be pasted into a shell, with the first credential that the route takes. */
export function showCurl(
  method: string,
  path: string,
  operation: OperationObject,
  api: ApiDocument,
): string {
  const { parameters = [], requestBody, security } = operation;
  const schemas = api.components.schemas;
  const sample = (parameter: Parameter) =>
    encodeURIComponent(
      String(parameter.example ?? sampleValue(parameter.schema, schemas, parameter.name)),
    );
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, sample(parameter)), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${sample(parameter)}`)
    .join("&");
  const url = `"$RAMPART${baseOf(api)}${filled}${query === "" ? "" : `?${query}`}"`;
  const flags = method === "get" ? [] : [`-X ${method.toUpperCase()}`];
  flags.push(...credentialFlags(security[0]));
  const { schema, example } = requestBody?.content[JSON_TYPE] ?? {};
  if (schema !== undefined) {
    flags.push(`-H "Content-Type: application/json"`);
    flags.push(`-d ${quote(JSON.stringify(example ?? sampleValue(schema, schemas)))}`);
  }
  for (const type of Object.keys(requestBody?.content ?? {})) {
    if (type !== JSON_TYPE) flags.push(`-H "Content-Type: ${type}"`, "--data-binary @file");
  }
  return [`curl ${url}`, ...flags].join(" \\\n  ");
}

export function baseOf({ servers }: ApiDocument): string {
  return (servers[0]?.url ?? "").replace(/\/$/, "");
}

function credentialFlags(requirement: SecurityRequirement = {}): string[] {
  return Object.keys(requirement).map((scheme) => CREDENTIAL_FLAGS[scheme] ?? `# ${scheme}`);
}

/**
 * Quotes a text for a shell. What readers fill in stands outside of the quotes, so that the shell
 * replaces it.
 */
function quote(text: string): string {
  const literal = text.replaceAll("'", String.raw`'\''`);
  return `'${literal.replace(/\$[A-Z_]+/g, `'"$&"'`)}'`;
}
