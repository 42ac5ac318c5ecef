import { env } from "cloudflare:workers";

const RUNS = new Set<PropertyKey>(["run", "all", "raw", "first"]);

/** The test's D1 for a Worker that dies after so many calls to it. */
export function dyingDatabase(calls: number, why = "the Worker is dead"): D1Database {
  let left = calls;
  const real = new WeakMap<object, D1PreparedStatement>();
  const spend = () => {
    left -= 1;
    if (left < 0) throw new Error(why);
  };
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrapped(target.bind(...values));
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          if (RUNS.has(name)) spend();
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
    real.set(proxy, statement);
    return proxy;
  };
  return {
    prepare: (query: string) => wrapped(env.DB.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      spend();
      return env.DB.batch(statements.map((one) => real.get(one) ?? one));
    },
  } as unknown as D1Database;
}

/** The test's D1 while it is overloaded. */
export function busyDatabase(): D1Database {
  return dyingDatabase(0, "D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
}

/** The test's D1 that answers no query until then and does not fail either; counts its queries. */
export function silentDatabase(until: Promise<unknown>) {
  const asked = { queries: 0 };
  const late = <T extends D1Database | D1PreparedStatement>(of: T): T =>
    new Proxy(of, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind")
          return (...given: unknown[]) => late((target as D1PreparedStatement).bind(...given));
        if (name === "prepare") return (query: string) => late(env.DB.prepare(query));
        return async (...given: unknown[]) => {
          asked.queries += 1;
          await until;
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  return { DB: late(env.DB), asked };
}

/**
 * The test's D1 for a Worker that is told of each batch that it failed, whether it was carried out or
 * not.
 */
export function deafDatabase({ done }: { done: boolean }): D1Database {
  return batchingBy(async (batch) => {
    if (done) await batch();
    throw new Error("D1 has gone away");
  });
}

/** The test's D1 with another change right before each batch: `meanwhile` makes it. */
export function overtakenDatabase(meanwhile: () => Promise<unknown>): D1Database {
  return batchingBy(async (batch) => {
    await meanwhile();
    return batch();
  });
}

type Batch = () => Promise<D1Result[]>;

function batchingBy(run: (batch: Batch) => Promise<D1Result[]>): D1Database {
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "batch") {
        return async (statements: D1PreparedStatement[]) => run(() => target.batch(statements));
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Gives the object another D1, until it is evicted. */
export function useDatabase(object: object, DB: D1Database): void {
  Object.assign(object, { env: { ...env, DB } });
}
