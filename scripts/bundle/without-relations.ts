/**
 * Stands in the deployed script for drizzle's relations and for enums of Postgres (wrangler.toml). No
 * table of ours has either, so drizzle never gets to the others of these.
 */
function refuse(): never {
  throw new Error("The deployed script knows no relations between tables.");
}

export const isPgEnum = (): false => false;

export {
  refuse as createTableRelationsHelpers,
  refuse as extractTablesRelationalConfig,
  refuse as getOperators,
  refuse as getOrderByOperators,
  refuse as Many,
  refuse as normalizeRelation,
  refuse as One,
  refuse as RelationalQueryBuilder,
};
