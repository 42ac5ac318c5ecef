import type { Plugin } from "vitest/config";

/**
 * What goes into the isolate goes letter by letter, and source maps are larger than the code. So
 * packages go without theirs, and our own files' leave out the source, which lies on the disk. A
 * failure's line is still the file's own.
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
