/**
 * Stands in the deployed script for the columns that drizzle gives to a function which makes a table
 * (wrangler.toml). Our tables name the kinds of their columns.
 */
export function getSQLiteColumnBuilders(): never {
  throw new Error("The deployed script makes tables of named columns only.");
}
