import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

export type Database = DrizzleD1Database;

const opened = new WeakMap<D1Database, Database>();

export function database(env: Cloudflare.Env): Database {
  const known = opened.get(env.DB);
  if (known !== undefined) return known;
  const db = drizzle(env.DB);
  opened.set(env.DB, db);
  return db;
}
