export const STREAM = "/ai/voice/stream";

/** A second at 48 kHz has 96,000 bytes; a frame usually has a twelfth of that. */
export const MAX_FRAME_BYTES = 128 * 1024;
/** A browser that sends every 20 ms sends 50 in a second. */
export const FRAMES_PER_SECOND = 100;
/** What a network keeps back for ten seconds arrives at once. */
export const FRAMES_AT_ONCE = 10 * FRAMES_PER_SECOND;
/** How far audio may be ahead of the clock: what was said before the line was open. */
export const AHEAD_SECONDS = 5;
/** The most audio that waits while the next part is reserved. */
export const MAX_WAITING_BYTES = 1024 * 1024;
/** `CloseStream` and the blanks around it. */
export const MAX_COMMAND = 256;

/** Enough for a turn of many minutes with all of its words. */
export const MAX_MESSAGE = 128 * 1024;
export const SAID_PER_SECOND = 50;
/** What a client does not read is kept in memory. */
export const MAX_SAID_IN_ALL = 32 * 1024 * 1024;

/**
 * How much audio is reserved and paid at a time. If a stream's isolate is lost, no more than this is
 * uncertain.
 */
export const PART_SECONDS = 30;
/**
 * Together with the minute that opening may take, less than `ABANDONED_MS` of the spend book: a call
 * that is open for longer is taken as abandoned.
 */
export const MAX_STREAM_MS = 480_000;
export const LOOK_MS = 1_000;
/** Silence is sent as audio too, so a browser that sends nothing has gone or is asleep. */
export const IDLE_MS = 15_000;
/**
 * The model sends something four times a second while it receives audio, even silence. A client that
 * sent less audio than this has asked nothing, so the model's silence is no failure.
 */
export const ASKING_SECONDS = 1;
export const MUTE_MS = 30_000;
/** Time for what the provider has left to say after the last audio. */
export const FINISH_MS = 5_000;

/** Codes of RFC 6455, section 7.4.1, and of IANA's registry. */
export const CLOSE = {
  done: 1000,
  leaving: 1001,
  unsupported: 1003,
  policy: 1008,
  tooLarge: 1009,
  broken: 1011,
  later: 1013,
} as const;
