import { html } from "hono/html";
import type {
  ApiDocument,
  MediaType,
  OperationObject,
  Reference,
  ResponseObject,
} from "../document.ts";
import { nameIn } from "../tidy-schema.ts";
import { anchor, phrase, prose, type Html } from "./markup.ts";
import { showCurl } from "./show-curl.ts";
import { showField, showSchema } from "./show-schema.ts";

export interface Shown {
  /** The short name of the API, the first part of every anchor. */
  id: string;
  document: ApiDocument;
}

export interface ShownOperation {
  method: string;
  path: string;
  operation: OperationObject;
}

export function showOperation({ method, path, operation }: ShownOperation, api: Shown): Html {
  const { operationId, summary, description = "", requestBody } = operation;
  const id = anchor(api.id, operationId);
  const bodies = Object.entries(requestBody?.content ?? {});
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <h4 id="${id}-title">
      ${summary}
      <span class="address"
        ><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></span
      >
    </h4>
    ${description === "" ? "" : prose(description)}
    <p class="who">${sayCredentials(operation)}</p>
    ${showParameters(operation, api)}
    ${
      bodies.length === 0
        ? ""
        : html`<h5>Body</h5>
            ${prose(requestBody?.description ?? "")} ${bodies.map((body) => showMedia(body, api))}`
    }
    <h5>Answers</h5>
    <dl class="answers">${showAnswers(operation, api)}</dl>
    <h5>Example</h5>
    <pre><code>${showCurl(method, path, operation, api.document)}</code></pre>
  </article>`;
}

/** Shows a call that we make: what it brings, and what its answers lead to. */
export function showWebhook(type: string, operation: OperationObject, api: Shown): Html {
  const { operationId, summary, description = "", requestBody } = operation;
  const id = anchor(api.id, operationId);
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <h4 id="${id}-title">
      ${summary} <span class="address"><code>${type}</code></span>
    </h4>
    ${prose(description)} ${showParameters(operation, api)}
    <h5>Body</h5>
    ${Object.entries(requestBody?.content ?? {}).map((body) => showMedia(body, api))}
    <h5>Your answers</h5>
    <dl class="answers">${showAnswers(operation, api)}</dl>
  </article>`;
}

const SCHEME_WORDS: Record<string, string> = {
  bearer: "a bearer token",
  serviceKey: "an internal service key",
  agentCertificate: "the agent's client certificate",
  tenantId: "the tenant's id",
  apiKey: "an API key",
  basic: "HTTP Basic",
  bouncerKey: "`tenant:key` as the API key",
};

function sayCredentials({ security, "x-callers": callers = [] }: OperationObject): Html {
  if (security.length === 0) return html`<b>Who:</b> anybody, without a credential.`;
  const ways = security.map((requirement) => {
    const schemes = Object.keys(requirement).map((scheme) => SCHEME_WORDS[scheme] ?? scheme);
    const permissions = [...new Set(Object.values(requirement).flat())];
    const needs = permissions.map((permission) => ` with \`${permission}\``).join("");
    return `${schemes.join(" and ") || "anybody, without a credential"}${needs}`;
  });
  const only = callers.includes("operator") && !callers.includes("member");
  const whom = only ? " Operators of all tenants only." : "";
  return html`<b>Who:</b> ${phrase(`${ways.join(", or ")}.${whom}`)}`;
}

const PLACES = [
  ["path", "Path"],
  ["query", "Query"],
  ["header", "Headers"],
] as const;

function showParameters({ parameters = [] }: OperationObject, api: Shown): (Html | string)[] {
  return PLACES.map(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return "";
    return html`<h5>${title}</h5>
      <dl class="fields">${here.map((parameter) => showField(parameter, api.id))}</dl>`;
  });
}

function showAnswers({ responses }: OperationObject, api: Shown): Html[] {
  return Object.entries(responses).map(([status, answer]) => {
    const { description, content = {}, headers = {} } = resolve(answer, api.document);
    const isError = Number(status) >= 400;
    const bodies = isError ? [] : Object.entries(content);
    const names = isError ? [] : Object.keys(headers);
    return html`<div>
      <dt>${status}</dt>
      <dd>
        <p>${phrase(description)}</p>
        ${names.length === 0 ? "" : html`<p>${phrase(`Headers: ${names.map(asCode).join(", ")}`)}</p>`}
        ${bodies.map((body) => showMedia(body, api))}
      </dd>
    </div>`;
  });
}

function asCode(name: string): string {
  return `\`${name}\``;
}

function showMedia([type, { schema }]: [string, MediaType], api: Shown): Html {
  if (type === "application/json" && schema !== undefined) return showSchema(schema, api.id);
  return html`<p class="type"><code>${type}</code></p>`;
}

function resolve(answer: ResponseObject | Reference, api: ApiDocument): ResponseObject {
  if (!("$ref" in answer)) return answer;
  const shared = api.components.responses[nameIn(answer.$ref)];
  if (shared === undefined) throw new Error(`There is no ${answer.$ref}.`);
  return shared;
}
