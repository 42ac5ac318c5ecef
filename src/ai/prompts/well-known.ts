/** Who owns what is for all tenants. */
export const EVERYBODY = "*";
export const DEFAULT_PROMPT = "rag";
export const PRODUCTION = "production";
/** Names the newest version by itself, so nobody moves it. */
export const LATEST = "latest";
