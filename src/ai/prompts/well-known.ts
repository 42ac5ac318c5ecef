/** The owner of what is for all tenants. */
export const EVERYBODY = "*";
export const DEFAULT_PROMPT = "rag";
export const PRODUCTION = "production";
/** Always names the newest version, so it cannot be moved. */
export const LATEST = "latest";
