import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const TEXT = /\.txt$/;

/**
 * Gives plain Node a text file that a module imports as its text, as the bundler does. To be called
 * before that module is imported.
 */
export function readTextFiles(): void {
  registerHooks({
    load: (url, context, next) => {
      if (!url.startsWith("file:") || !TEXT.test(url)) return next(url, context);
      const text = JSON.stringify(readFileSync(fileURLToPath(url), "utf8"));
      return { format: "module", source: `export default ${text};`, shortCircuit: true };
    },
  });
}
