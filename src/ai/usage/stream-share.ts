/**
 * Streams go on for minutes, so they may be no more of the calls under way than the share of machines;
 * see machine-share.ts.
 */
export const STREAMED = "voice.stream";
/** The one in use, and one whose end was not reported yet. */
export const STREAMS_OF_ONE = 2;
