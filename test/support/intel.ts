import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import type { Verdict } from "../../src/intel/lookup/verdict.ts";
import { claimTenant } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { addSource } from "../../src/intel/change-sources.ts";
import { newSource } from "../../src/intel/source-schemas.ts";
import { addEntry } from "../../src/intel/tenant-lists/change-entries.ts";
import { forgetLists } from "../../src/intel/recall-knowledge.ts";
import { newEntry } from "../../src/intel/tenant-lists/schemas.ts";
import { database, type Platform } from "../../src/platform/index.ts";
import type { Module } from "../../src/tenants/index.ts";
import { anApp } from "./app.ts";
import { call } from "./call.ts";
import { forgetSourcesBefore, noteSource } from "./forget-sources.ts";
import { anApiKey, anOperator, aTenant, ROOT } from "./people.ts";
import { brokenPromises } from "./verdict-promises.ts";

export type { Verdict };

const ALL_SCOPES: Module[] = ["urlsearch", "ipsearch", "dnssearch", "darkweb"];

/** A tenant's system that calls with its API key. */
export class Caller {
  readonly tenantId: string;
  readonly key: string;

  constructor(tenantId: string, key: string) {
    this.tenantId = tenantId;
    this.key = key;
  }

  get headers(): Record<string, string> {
    return { "x-tenant-id": this.tenantId, "x-api-key": this.key };
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return call("GET", path, { headers: { ...this.headers, ...headers } });
  }

  /** Asks, and checks what must be true of every verdict. */
  async ask(module: string, value: string, type?: string, isolate?: App): Promise<Verdict> {
    const query = new URLSearchParams({ value, ...(type === undefined ? {} : { type }) });
    const path = `/api/v1/${module}?${query.toString()}`;
    const answer = await (isolate?.request(path, { headers: this.headers }) ?? this.get(path));
    expect(answer.status).toBe(200);
    return checked(await answer.json<Verdict>());
  }
}

export async function aCaller(scopes: readonly Module[] = ALL_SCOPES): Promise<Caller> {
  const tenantId = await aTenant();
  return new Caller(tenantId, await anApiKey(tenantId, scopes));
}

type App = ReturnType<typeof anApp>;

/** Makes an isolate that remembers nothing yet; the test may let its store fail. */
export function anotherIsolate(
  own: Partial<Platform> = {},
  store: Partial<R2Bucket> = {},
  bindings: Partial<Cloudflare.Env> = {},
): App {
  const bucket = env.OBJECTS;
  const wrapped = {
    get: bucket.get.bind(bucket),
    head: bucket.head.bind(bucket),
    put: bucket.put.bind(bucket),
    list: bucket.list.bind(bucket),
    delete: bucket.delete.bind(bucket),
    ...store,
  };
  return anApp(own, { ...bindings, OBJECTS: wrapped as unknown as R2Bucket });
}

export function checked(verdict: Verdict): Verdict {
  expect([verdict, brokenPromises(verdict)]).toEqual([verdict, []]);
  return verdict;
}

/** Sends a file as an operator; bytes and streams are sent as they are. */
export async function put(path: string, body: BodyInit): Promise<Response> {
  return exports.default.fetch(`http://rampart.test${path}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${await anOperator()}` },
    body,
  });
}

export async function upload(source: string, feed: BodyInit, query = ""): Promise<Response> {
  return put(`/admin/intel/sources/${source}/feed${query}`, feed);
}

/** Loads the same list twice, of which no earlier edition is kept. */
export async function uploadTwice(source: string): Promise<void> {
  const name = aName();
  await upload(source, name);
  await upload(source, name);
}

/** Makes a source for this test alone, so that tests may share one store. */
export async function aSource(more: object = {}): Promise<string> {
  await forgetSourcesBefore();
  const { id = `test-${crypto.randomUUID().slice(0, 12)}` } = more as { id?: string };
  const order = newSource.parse({
    title: "A test",
    kind: "mixed",
    format: "domain-list",
    category: "phishing",
    reliability: 0.9,
    ...more,
    id,
  });
  settle(await addSource(database(env), ROOT, order, Date.now()));
  noteSource(id);
  return id;
}

/** Returns a host name that no other test uses. */
export function aName(): string {
  return `${crypto.randomUUID().slice(0, 13)}.test`;
}

/** Returns a random part of an IPv4 address. */
export const byte = () => Math.floor(Math.random() * 254) + 1;

/** Returns an IPv4 address that hardly any other test uses. */
export const anAddress = () => `198.${150 + (byte() % 50)}.${byte()}.${byte()}`;

/** The settings of a source of addresses. */
export const ofAddresses = { format: "ip-list", kind: "ip", category: "c2" };

/** Makes a source with these lines. */
export async function aFeed(about: object, lines: string[]): Promise<string> {
  const source = await aSource(about);
  expect((await upload(source, `${lines.join("\n")}\n`)).status).toBe(200);
  return source;
}

/** Puts a value on a list of the caller's tenant. */
export async function entry(
  caller: Caller,
  action: string,
  value: string,
  ends?: number,
): Promise<void> {
  const tenantId = settle(claimTenant(ROOT, caller.tenantId));
  const expiresAt = ends === undefined ? {} : { expiresAt: new Date(ends).toISOString() };
  const order = newEntry.parse({ action, value, ...expiresAt });
  settle(await addEntry(database(env), ROOT, tenantId, order, Date.now()));
  forgetLists(tenantId);
}
