import { X509Certificate } from "node:crypto";
import type { Miniflare } from "miniflare";
import { describeCertificate } from "../../scripts/dev/client-certificate.ts";
import { keepOperatorToken } from "../../scripts/dev/keep-operator-token.ts";
import { loadMiniflare } from "../../scripts/dev/local-database.ts";
import { migrate } from "../../scripts/dev/migrate.ts";
import { databaseOf } from "../../scripts/dev/runtime-database.ts";
import { bundleOnce } from "./bundle-once.ts";
import { openRuntime } from "./product-runtime.ts";

interface Means {
  vars: Record<string, string>;
  /** The mTLS binding EST_CA: requests of the Worker through it arrive here. */
  est?: typeof fetch;
  /** All other requests of the Worker arrive here. */
  outside?: typeof fetch;
}

/** Runs the product's bundle with a certificate authority of the test's own. */
export class ProductWithIssuer implements AsyncDisposable {
  private readonly means: Means;
  private opened: Miniflare | undefined;
  private token = "";

  constructor(means: Means) {
    this.means = means;
  }

  async open(): Promise<this> {
    const { vars, est, outside } = this.means;
    this.opened = openRuntime(await bundleOnce(), {
      vars: { API_KEY_MAC_SECRET: "x", ...vars },
      more: {
        ...(est === undefined ? {} : { serviceBindings: { EST_CA: serve(est) } }),
        ...(outside === undefined ? {} : { outboundService: serve(outside) }),
      },
    });
    await this.runtime.ready;
    const database = this.database();
    await migrate(database, "migrations");
    this.token = await keepOperatorToken(database, undefined);
    return this;
  }

  private get runtime(): Miniflare {
    if (this.opened === undefined) throw new Error("the product is not open");
    return this.opened;
  }

  database(): D1Database {
    return databaseOf(this.runtime);
  }

  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body, { authorization: `Bearer ${this.token}` });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Calls as an agent, with the certificate that the edge saw. */
  call(method: string, path: string, body?: unknown, pem?: string) {
    return this.send(method, path, body, {}, pem);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.opened?.dispose();
  }

  private send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    pem?: string,
  ) {
    // The runtime's type has fewer failures than the edge has.
    const cf: object = pem === undefined ? {} : { tlsClientAuth: presented(pem) };
    return this.runtime.dispatchFetch(`http://rampart.test${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cf,
    });
  }
}

function presented(pem: string) {
  const leaf = new X509Certificate(pem);
  return describeCertificate({ leaf, chain: [], issuer: undefined, verified: "SUCCESS" });
}

/** Makes the other end of a binding: a function of Node with its own `fetch`. */
function serve(to: typeof fetch) {
  const { Response: RuntimeResponse } = loadMiniflare();
  return async (request: Request) => {
    const { method, url } = request;
    const body = method === "GET" ? undefined : await request.text();
    // Node would compare this host with the peer's certificate.
    const { host: _host, ...headers } = Object.fromEntries(request.headers);
    const answer = await to(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const sent = Object.fromEntries(answer.headers);
    return new RuntimeResponse(await answer.text(), { status: answer.status, headers: sent });
  };
}
