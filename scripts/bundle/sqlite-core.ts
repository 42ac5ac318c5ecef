/**
 * Stands in the deployed script for the whole of drizzle's SQLite (wrangler.toml): what our tables are
 * made of, and what its driver of D1 takes. Its own list would bring each kind of column, and views.
 */
export { integer } from "../../node_modules/drizzle-orm/sqlite-core/columns/integer.js";
export { text } from "../../node_modules/drizzle-orm/sqlite-core/columns/text.js";
export { index, uniqueIndex } from "../../node_modules/drizzle-orm/sqlite-core/indexes.js";
export { primaryKey } from "../../node_modules/drizzle-orm/sqlite-core/primary-keys.js";
export { SQLiteTransaction } from "../../node_modules/drizzle-orm/sqlite-core/session.js";
export { sqliteTable } from "../../node_modules/drizzle-orm/sqlite-core/table.js";
