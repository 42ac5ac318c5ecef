import { growQuickly } from "./quick-miniflare.ts";

/** Read by wrangler's process before wrangler. */
growQuickly();
// Ends it with us even when we are killed and can end nothing: the channel between us closes.
process.on("disconnect", () => process.kill(process.pid));
