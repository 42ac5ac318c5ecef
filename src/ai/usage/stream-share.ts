/** What goes on for minutes has of the calls under way no more than machines have, see machine-share.ts. */
export const STREAMED = "voice.stream";
/** One that is talked into, and one whose end nobody has heard of yet. */
export const STREAMS_OF_ONE = 2;
