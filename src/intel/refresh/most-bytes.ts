/** Apart from other limits, so that the command that sends a file loads no more than these. */
export const MAX_FEED_BYTES = 64 * 1024 * 1024;
export const MAX_SEGMENT_BYTES = 256 * 1024 * 1024;
