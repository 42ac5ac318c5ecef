import { env } from "cloudflare:workers";

/** Makes an environment whose database says that it has this size. */
export function holding(bytes: number): typeof env {
  const meta = { size_after: bytes };
  const size = { bind: () => ({ run: async () => ({ meta }) }) };
  const DB = new Proxy(env.DB, {
    get(db, name) {
      if (name !== "prepare") return Reflect.get(db, name);
      return (text: string) => (text === "select 1" ? size : db.prepare(text));
    },
  });
  return { ...env, DB };
}
