import product from "../../../src/index.ts";

const calls = { database: 0, files: 0, objects: 0 };

/** Counts each use of a binding. Made once, since the product remembers things by binding. */
function counted<T extends object>(real: T, kind: keyof typeof calls): T {
  return new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        if (name !== "idFromName") calls[kind] += 1;
        return Reflect.apply(value, target, given) as unknown;
      };
    },
  });
}

let bound: Cloudflare.Env | undefined;

function countedEnv(env: Cloudflare.Env): Cloudflare.Env {
  bound ??= {
    ...env,
    DB: counted(env.DB, "database"),
    OBJECTS: counted(env.OBJECTS, "files"),
    TENANT_GATE: counted(env.TENANT_GATE, "objects"),
  };
  return bound;
}

/** The product as it is, with the calls that leave an isolate counted. */
export default {
  fetch: (request: Request, env: Cloudflare.Env, ctx: ExecutionContext) =>
    new URL(request.url).pathname === "/bench/calls"
      ? Response.json(calls)
      : product.fetch(request, countedEnv(env), ctx),
};
