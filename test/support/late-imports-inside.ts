import type { Plugin } from "vitest/config";

const LATE = /\bimport\("([^"]+)"\)/g;

/**
 * Makes a late import of the product find its module in the isolate, as in the product's bundle. Vitest
 * would ask its own process for it each time; two requests that wait for one such answer get into each
 * other's context, and the runtime ends them as hung.
 */
export function lateImportsInside(): Plugin {
  return {
    name: "late-imports-inside",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/src/") || id.includes("/node_modules/")) return undefined;
      const paths: string[] = [];
      const body = code.replaceAll(LATE, (_, path: string) => {
        paths.push(path);
        return `Promise.resolve(late${paths.length - 1})`;
      });
      if (paths.length === 0) return undefined;
      // All in the first line, so that a failure's line is that of the file.
      const imports = paths.map((path, at) => `import * as late${at} from "${path}";`);
      return { code: imports.join("") + body, map: null };
    },
  };
}
