import { env } from "cloudflare:workers";

/** Which call to a store fails: before it did anything, or afterwards, so that its answer is lost. */
export interface Fault {
  at: number;
  done: boolean;
}

type Call = () => unknown;

const RUNS = new Set<PropertyKey>(["run", "all", "raw", "first"]);
const BUCKET = new Set<PropertyKey>(["get", "put", "delete", "head", "list"]);
const SENDS = new Set<PropertyKey>(["send", "sendBatch"]);
/** Properties of a stub that are no calls to its object. */
const OF_STUB = new Set<PropertyKey>(["id", "name", "then", "dup"]);

/** The test's stores as a separate isolate sees them. Their calls are counted and may fail. */
export class FailingStores {
  /** The calls, in their order. */
  readonly calls: string[] = [];
  fault: Fault | undefined;
  readonly bindings: Partial<Cloudflare.Env>;
  private readonly real = new WeakMap<object, D1PreparedStatement>();

  constructor() {
    const all = Object.entries(env).map(([name, store]) => [name, this.watchedStore(name, store)]);
    this.bindings = { ...Object.fromEntries(all), DB: this.database() };
  }

  private watchedStore(name: string, store: unknown): unknown {
    if (typeof store !== "object" || store === null) return store;
    if ("idFromName" in store) return this.namespace(name, store as DurableObjectNamespace);
    if ("sendBatch" in store) return this.watched(store, SENDS, name);
    return "createMultipartUpload" in store ? this.watched(store, BUCKET, "R2") : store;
  }

  private async spend(name: string, call: Call): Promise<unknown> {
    const { fault } = this;
    const at = this.calls.length;
    this.calls.push(name);
    if (fault?.at !== at) return call();
    if (fault.done) await call();
    throw new Error(`the store has gone away at ${name}`);
  }

  private watched<T extends object>(target: T, names: Set<PropertyKey>, store: string): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!names.has(name)) return value.bind(target) as unknown;
        return (...given: unknown[]) =>
          this.spend(
            `${store} ${String(name)}`,
            () => Reflect.apply(value, target, given) as unknown,
          );
      },
    });
  }

  private database(): D1Database {
    return {
      prepare: (query: string) => this.statement(env.DB.prepare(query), query),
      batch: (statements: D1PreparedStatement[]) =>
        this.spend(`D1 batch of ${statements.length}`, () =>
          env.DB.batch(statements.map((one) => this.real.get(one) ?? one)),
        ),
    } as unknown as D1Database;
  }

  private statement(target: D1PreparedStatement, query: string): D1PreparedStatement {
    const proxy = new Proxy(target, {
      get: (_, name) => {
        if (name === "bind") {
          return (...values: unknown[]) => this.statement(target.bind(...values), query);
        }
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        const call = (...given: unknown[]) => Reflect.apply(value, target, given) as unknown;
        if (!RUNS.has(name)) return call;
        return (...given: unknown[]) =>
          this.spend(`D1 ${query.slice(0, 60)}`, () => call(...given));
      },
    });
    this.real.set(proxy, target);
    return proxy;
  }

  private namespace(name: string, real: DurableObjectNamespace): DurableObjectNamespace {
    return new Proxy(real, {
      get: (_, property) => {
        if (property === "get") return (id: DurableObjectId) => this.stub(real.get(id), name);
        const value: unknown = Reflect.get(real, property);
        return typeof value === "function" ? (value.bind(real) as unknown) : value;
      },
    });
  }

  private stub(target: DurableObjectStub, name: string): DurableObjectStub {
    return new Proxy(target, {
      get: (_, property) => {
        const value = Reflect.get(target, property) as unknown;
        if (OF_STUB.has(property) || typeof value !== "function") return value;
        return (...given: unknown[]) =>
          this.spend(`${name} ${String(property)}`, () =>
            // A stub has every property, `call` and `apply` too.
            (target as unknown as Record<PropertyKey, (...all: unknown[]) => unknown>)[property]?.(
              ...given,
            ),
          );
      },
    });
  }
}
