import type { Plugin } from "vitest/config";

/**
 * Makes source maps smaller, because what goes into the isolate is copied letter by letter, and the
 * maps are larger than the code. Packages get none, and those of our own files leave out the source,
 * which is on the disk. A failure's line is still that of the file.
 */
export function lightMaps(): Plugin {
  return {
    name: "light-maps",
    enforce: "post",
    transform(code, id) {
      return id.includes("/node_modules/") ? { code, map: { mappings: "" } } : undefined;
    },
    configureServer({ environments }) {
      for (const environment of Object.values(environments)) {
        const whole = environment.transformRequest.bind(environment);
        environment.transformRequest = async (url) => {
          const result = await whole(url);
          if (result?.map && "sourcesContent" in result.map) result.map.sourcesContent = [];
          return result;
        };
      }
    },
  };
}
