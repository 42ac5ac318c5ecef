import type { convertV4MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { hideShell } from "../dev/hide-shell.ts";
import { keepOperatorToken } from "../dev/keep-operator-token.ts";
import { loadMiniflare } from "../dev/local-database.ts";
import { migrate } from "../dev/migrate.ts";
import { databaseOf, databaseWorker } from "../dev/runtime-database.ts";
import { SECRETS } from "../dev/secrets.ts";
import { bundle, modulesOf } from "./bundle.ts";
import type { Call } from "./case.ts";

const PORTS = { bare: 9311, gated: 9312, product: 9313, counted: 9314 };
const HOST = "127.0.0.1";
const COMPATIBILITY = { compatibilityDate: "2026-10-23", compatibilityFlags: ["nodejs_compat"] };

type V4Options = Parameters<typeof convertV4MiniflareOptions>[0];

interface Options {
  /** Settings in place of those of wrangler.toml. */
  settings?: Record<string, string>;
  ports?: typeof PORTS;
}

interface ProductOptions {
  bindings: Record<string, string>;
  d1Databases: Record<string, string>;
  durableObjects: Record<string, object>;
  modulesRules?: unknown;
  assets?: unknown;
}

export interface Bench {
  url: (call: Pick<Call, "worker" | "path">) => string;
  operatorToken: string;
  /** Calls the product as the operator and returns the JSON. */
  ask: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  database: D1Database;
  stop: () => Promise<void>;
}

/**
 * Starts one workerd with the references, the gate alone and the whole product, each on its own socket.
 */
export async function startBench({ settings = {}, ports = PORTS }: Options = {}): Promise<Bench> {
  const secrets = await makeSecrets();
  hideShell();
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml");
  const product = workerOptions as unknown as ProductOptions;
  const bindings = { ...product.bindings, ...secrets, ...settings };
  const workers = workersOf({ ...product, bindings }, ports);
  // The log must be read, or workerd stops when its pipe is full.
  const options = { workers, handleStructuredLogs: () => {} } as unknown;
  const miniflare = loadMiniflare();
  const runtime = new miniflare.Miniflare(
    miniflare.convertV4MiniflareOptions(options as V4Options),
  );
  await runtime.ready;
  const database = databaseOf(runtime);
  await migrate(database, "migrations");
  const operatorToken = await keepOperatorToken(database, undefined);
  const url: Bench["url"] = ({ worker, path }) => `http://${HOST}:${ports[worker]}${path}`;
  return {
    url,
    operatorToken,
    database,
    ask: async (method, path, body) =>
      ask(url({ worker: "product", path }), method, operatorToken, body),
    stop: async () => runtime.dispose(),
  };
}

/**
 * The workers of the benchmark. Static files are served by the platform's own router, which locally
 * stands before the Worker and costs a hop. It is left out, since no case asks for a file.
 */
function workersOf(options: ProductOptions, ports: typeof PORTS) {
  const { modulesRules: _rules, assets: _assets, ...product } = options;
  const { bindings, d1Databases, durableObjects } = product;
  return [
    { name: "product", ...script(), ...product, ...socketAt(ports.product) },
    {
      name: "gated",
      ...script("scripts/bench/workers/gated.ts"),
      ...COMPATIBILITY,
      bindings,
      d1Databases,
      durableObjects: {
        TENANT_GATE: { className: "TenantGate", scriptName: "product", useSQLite: true },
      },
      ...socketAt(ports.gated),
    },
    {
      name: "counted",
      ...script("scripts/bench/workers/counted.ts"),
      ...product,
      durableObjects: elsewhere(durableObjects),
      queueConsumers: {},
      ...socketAt(ports.counted),
    },
    {
      name: "bare",
      ...script("scripts/bench/workers/bare.ts"),
      ...COMPATIBILITY,
      durableObjects: { ROW: { className: "RowObject", useSQLite: true } },
      ...socketAt(ports.bare),
    },
    databaseWorker(d1Databases),
  ];
}

/** Lets another worker use the product's objects. */
function elsewhere(objects: ProductOptions["durableObjects"]) {
  return Object.fromEntries(
    Object.entries(objects).map(([name, object]) => [name, { ...object, scriptName: "product" }]),
  );
}

function script(entry?: string) {
  return { modules: modulesOf(bundle(entry)) };
}

function socketAt(port: number) {
  return { unsafeDirectSockets: [{ host: HOST, port }] };
}

async function ask<T>(url: string, method: string, token: string, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function makeSecrets(): Promise<Record<string, string>> {
  const made = await Promise.all(SECRETS.map(async ({ make }) => make()));
  return Object.assign({}, ...made) as Record<string, string>;
}
