import { registerHooks, type ResolveFnOutput } from "node:module";

const PACKAGE = "drizzle-orm";
const FOLDER = `/node_modules/${PACKAGE}/`;

let isSet = false;

/**
 * Makes drizzle load faster. Node would read its package.json, 180 KB, for each of its hundred files
 * and each import of it. All its files are modules, and a name always leads to the same file: to say so
 * saves every command that loads it 0.7 s.
 */
export function readDrizzleQuickly(): void {
  if (isSet) return;
  isSet = true;
  const known = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.startsWith(".") && context.parentURL?.includes(FOLDER) === true) {
        const { href } = new URL(specifier, context.parentURL);
        return { url: href, format: "module", shortCircuit: true };
      }
      if (!specifier.startsWith(PACKAGE)) return next(specifier, context);
      const found = known.get(specifier) ?? next(specifier, context);
      known.set(specifier, found);
      return { ...found, shortCircuit: true };
    },
  });
}
