/**
 * Stands in the deployed script for what zod writes JSON Schema with, which only `npm run openapi` does
 * (wrangler.toml). zod reaches for it when a schema is asked for its JSON Schema, or for its bounds, and
 * this then throws.
 */
function refuse(): never {
  throw new Error("The deployed script cannot write JSON Schema.");
}

/** zod hangs these two on each schema, as methods. */
const refusing = () => refuse;

export {
  refusing as createStandardJSONSchemaMethod,
  refusing as createToJSONSchemaMethod,
  refuse as aggregateChecks,
  refuse as anyProcessor,
  refuse as arrayProcessor,
  refuse as bigintProcessor,
  refuse as booleanProcessor,
  refuse as catchProcessor,
  refuse as customProcessor,
  refuse as dateProcessor,
  refuse as defaultProcessor,
  refuse as enumProcessor,
  refuse as fileProcessor,
  refuse as functionProcessor,
  refuse as intersectionProcessor,
  refuse as lazyProcessor,
  refuse as literalProcessor,
  refuse as mapProcessor,
  refuse as nanProcessor,
  refuse as neverProcessor,
  refuse as nonoptionalProcessor,
  refuse as nullableProcessor,
  refuse as nullProcessor,
  refuse as numberProcessor,
  refuse as objectProcessor,
  refuse as optionalProcessor,
  refuse as pipeProcessor,
  refuse as prefaultProcessor,
  refuse as promiseProcessor,
  refuse as readonlyProcessor,
  refuse as recordProcessor,
  refuse as setProcessor,
  refuse as stringProcessor,
  refuse as successProcessor,
  refuse as symbolProcessor,
  refuse as templateLiteralProcessor,
  refuse as toJSONSchema,
  refuse as transformProcessor,
  refuse as tupleProcessor,
  refuse as undefinedProcessor,
  refuse as unionProcessor,
  refuse as unknownProcessor,
  refuse as voidProcessor,
};
