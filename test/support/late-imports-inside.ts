import type { Plugin } from "vitest/config";

const LATE = /\bimport\("([^"]+)"\)/g;

/**
 * Makes a late import of the product find its module in the isolate, as the product's bundle does.
 * Vitest would ask its own process for it each time, and two requests that wait for one such answer
 * get into each other's context, which the runtime ends as hung.
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
      // All in the first line, so that a failure's line is the file's own.
      const imports = paths.map((path, at) => `import * as late${at} from "${path}";`);
      return { code: imports.join("") + body, map: null };
    },
  };
}
