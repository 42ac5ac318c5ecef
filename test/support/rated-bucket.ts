import { env } from "cloudflare:workers";

const SECOND_MS = 1_000;

/**
 * The test's R2 with the limit of a deployed one: one write of a name in a second; further ones are
 * refused.
 */
export function ratedBucket(clock = (): number => Date.now()): R2Bucket {
  const writtenAt = new Map<string, number>();
  const put = async (...given: Parameters<R2Bucket["put"]>) => {
    const [name] = given;
    const now = clock();
    if (now - (writtenAt.get(name) ?? 0) < SECOND_MS) {
      throw new Error("put: Reduce your concurrent request rate for the same object. (10058)");
    }
    writtenAt.set(name, now);
    return env.OBJECTS.put(...given);
  };
  return new Proxy(env.OBJECTS, {
    get(target, name) {
      if (name === "put") return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
