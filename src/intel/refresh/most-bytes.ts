/** In a file of their own, so that the command that sends a file loads nothing else. */
export const MAX_FEED_BYTES = 64 * 1024 * 1024;
export const MAX_SEGMENT_BYTES = 256 * 1024 * 1024;
