import { growQuickly } from "./quick-miniflare.ts";

/** Loaded by wrangler's process before wrangler itself. */
growQuickly();
// Ends wrangler with us even if we are killed and can end nothing: the channel between us closes.
process.on("disconnect", () => process.kill(process.pid));
