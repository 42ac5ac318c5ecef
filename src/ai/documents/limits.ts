/** The longest text that is indexed within one request. A longer one goes through the queue. */
export const MAX_TEXT = 500_000;
/** The longest document: all of its pieces become one version in one step. */
export const MAX_LONG_TEXT = 4_000_000;
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** The largest file that fits into such a body as Base64. */
export const MAX_FILE_BYTES = (MAX_BODY_BYTES / 4) * 3;
