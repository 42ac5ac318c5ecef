import { html } from "hono/html";
import { anchor, phrase, prose, type Html } from "./markup.ts";
import { baseOf } from "./show-curl.ts";
import { showOperation, showWebhook, type Shown, type ShownOperation } from "./show-operation.ts";
import { showSchema } from "./show-schema.ts";

/** Renders the reference of all APIs as one page, so that the browser's own search finds everything. */
export async function renderPage(apis: Shown[], stylesheet: string): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Rampart API reference</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <h1>Rampart API reference</h1>
          <p>
            Every operation, field and bound of the APIs, made from the routes themselves. The
            examples expect the service's address in <code>RAMPART</code>, for instance
            <code>RAMPART=http://localhost:8787</code>. Those with a client certificate need the
            address that asks for one: with <code>npm start</code> that is
            <code>https://localhost:8443</code>, and
            <code>--cacert .dev/tls/server-ca.pem</code> beside it.
          </p>
        </header>
        <nav aria-label="Contents">
          <details open>
            <summary>Contents</summary>
            ${apis.map(showContents)}
          </details>
        </nav>
        <main id="content" tabindex="-1">${apis.map(showApi)}</main>
      </body>
    </html>`;
  return `${withoutIndent(String(page))}\n`;
}

const PREFORMATTED = /(<pre>.*?<\/pre>)/s;

function withoutIndent(page: string): string {
  return page
    .split(PREFORMATTED)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/^\s+/gm, "")))
    .join("");
}

function showContents(api: Shown): Html {
  const { info, tags } = api.document;
  return html`<p><a href="#${api.id}">${info.title}</a></p>
    <ul>
      ${
        api.document["x-errors"] === undefined
          ? ""
          : html`<li><a href="#${anchor(api.id, "errors")}">Errors by name</a></li>`
      }
      ${tags.map(
        (tag) =>
          html`<li>
            <a href="#${anchor(api.id, "tag", tag.name)}">${tag.name}</a>
            <ul>
              ${operationsOf(api, tag.name).map(
                ({ operation }) =>
                  html`<li>
                    <a href="#${anchor(api.id, operation.operationId)}">${operation.summary}</a>
                  </li>`,
              )}
            </ul>
          </li>`,
      )}
      ${
        api.document.webhooks === undefined
          ? ""
          : html`<li><a href="#${anchor(api.id, "events")}">Calls of your webhooks</a></li>`
      }
    </ul>`;
}

function showApi(api: Shown): Html {
  const { info, tags, components } = api.document;
  return html`<section aria-labelledby="${api.id}">
    <h2 id="${api.id}">${info.title} <small>${info.version}</small></h2>
    ${prose(info.description)}
    <p>
      Base address: <code>$RAMPART${baseOf(api.document)}</code>. OpenAPI 3.1:
      <a href="/openapi/${api.id}.json">/openapi/${api.id}.json</a>.
    </p>
    ${showCredentials(api)} ${showErrors(api)}
    ${tags.map(
      (tag) =>
        html`<section aria-labelledby="${anchor(api.id, "tag", tag.name)}">
          <h3 id="${anchor(api.id, "tag", tag.name)}">${tag.name}</h3>
          ${prose(tag.description)}
          ${operationsOf(api, tag.name).map((one) => showOperation(one, api))}
        </section>`,
    )}
    ${showWebhooks(api)} ${Object.keys(components.schemas).length === 0 ? "" : showSchemas(api)}
  </section>`;
}

function showWebhooks(api: Shown): Html | string {
  const { webhooks } = api.document;
  if (webhooks === undefined) return "";
  const id = anchor(api.id, "events");
  return html`<section aria-labelledby="${id}">
    <h3 id="${id}">Calls of your webhooks</h3>
    <p>What we send by POST to the endpoints that a tenant has registered.</p>
    ${Object.entries(webhooks).map(([type, { post }]) => showWebhook(type, post, api))}
  </section>`;
}

function showErrors({ id, document }: Shown): Html | string {
  const errors = document["x-errors"] ?? [];
  if (errors.length === 0) return "";
  const title = anchor(id, "errors");
  return html`<section aria-labelledby="${title}">
    <h3 id="${title}">Errors by name</h3>
    <p>What <code>error</code> may be, in which status, what it means and what to do about it.</p>
    <dl class="fields">
      ${errors.map(
        ({ name, statuses, means, advice }) =>
          html`<div>
            <dt><code>${name}</code> ${statuses.join(", ")}</dt>
            <dd>${phrase(`${means} ${advice}`)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function showCredentials({ document }: Shown): Html | string {
  const schemes = Object.values(document.components.securitySchemes);
  if (schemes.length === 0) return "";
  return html`<h3>Credentials</h3>
    <dl class="fields">
      ${schemes.map(
        ({ name, type, scheme, description }) =>
          html`<div>
            <dt>
              <code>${name ?? (type === "http" ? `Authorization: ${scheme}` : "mutual TLS")}</code>
            </dt>
            <dd>${phrase(description)}</dd>
          </div>`,
      )}
    </dl>`;
}

function showSchemas(api: Shown): Html {
  return html`<h3>Schemas</h3>
    ${Object.entries(api.document.components.schemas).map(
      ([name, schema]) =>
        html`<article aria-labelledby="${anchor(api.id, "schema", name)}">
          <h4 id="${anchor(api.id, "schema", name)}">${name}</h4>
          ${showSchema(schema, api.id)}
        </article>`,
    )}`;
}

/** Returns the operations of a tag. Each operation is shown under its first tag. */
function operationsOf(api: Shown, tag: string): ShownOperation[] {
  return Object.entries(api.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags[0] === tag)
      .map(([method, operation]) => ({ method, path, operation })),
  );
}
