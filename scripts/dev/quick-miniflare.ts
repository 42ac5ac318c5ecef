import { registerHooks } from "node:module";

const FILE = "/node_modules/miniflare/dist/src/index.js";
const SLOWLY = "MIN_SINGLE_SEGMENT_GROWTH = 4096";
const QUICKLY = "MIN_SINGLE_SEGMENT_GROWTH = 4194304";

let isSet = false;

/**
 * Makes miniflare start faster. It writes what it tells the runtime, with the whole product, into a
 * buffer that grows by 4 KB and is copied each time: 0.2 s at each start. If another version of it is
 * written differently, nothing changes.
 */
export function growQuickly(): void {
  if (isSet) return;
  isSet = true;
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(FILE) || !loaded.source) return loaded;
      return {
        ...loaded,
        source: Buffer.from(loaded.source).toString().replace(SLOWLY, QUICKLY),
      };
    },
  });
}
