import { registerHooks } from "node:module";

const FILE = "/node_modules/ws/lib/websocket.js";
const PACKED = "perMessageDeflate: true";
const PLAIN = "perMessageDeflate: false";

/**
 * Makes the sockets of this process plain. The isolate gets all that it loads through one, and answers
 * through it, and what goes between two processes of one machine need not be compressed. If another
 * version of the package is written differently, nothing changes.
 */
export function sendPlainly(): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(FILE) || !loaded.source) return loaded;
      return { ...loaded, source: Buffer.from(loaded.source).toString().replace(PACKED, PLAIN) };
    },
  });
}
