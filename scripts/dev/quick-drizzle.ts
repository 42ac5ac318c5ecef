import { registerHooks } from "node:module";

const FOLDER = "/node_modules/drizzle-orm/";

let isSet = false;

/**
 * Node asks the package's description, which is 180 KB for drizzle, for the format of each of its
 * hundred files. All are modules: saying so spares every command that loads it 0.7 s.
 */
export function readDrizzleQuickly(): void {
  if (isSet) return;
  isSet = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith(".") && context.parentURL?.includes(FOLDER) === true
        ? { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true }
        : next(specifier, context),
  });
}
