export const MAX_FEED_BYTES = 64 * 1024 * 1024;
/** As many as an isolate can sort in what the index leaves of its 128 MB; an address of a page is two. */
export const MAX_FEED_KEYS = 500_000;
export const MAX_SEGMENT_BYTES = 256 * 1024 * 1024;
