export const STREAM = "/ai/voice/stream";

/** A second at 48 kHz has 96,000 bytes; twelve parts of it are usual. */
export const MAX_FRAME_BYTES = 128 * 1024;
/** What a browser hands out every 20 ms is 50 a second. */
export const FRAMES_PER_SECOND = 100;
/** How far audio may run ahead of the clock: what was said until the line stood. */
export const AHEAD_SECONDS = 5;
/** Audio that waits while the next part is asked for. */
export const MAX_WAITING_BYTES = 1024 * 1024;
/** `CloseStream` and the blanks around it. */
export const MAX_COMMAND = 256;

/** A turn of many minutes with each of its words. */
export const MAX_SAID = 128 * 1024;
export const SAID_PER_SECOND = 50;
/** Whoever does not read what is said has it kept in memory. */
export const MAX_SAID_IN_ALL = 32 * 1024 * 1024;

/** Reserved and paid at a time: a stream whose isolate is lost leaves no more than this uncertain. */
export const PART_SECONDS = 30;
/**
 * With the minute that its opening may take, less than `ABANDONED_MS` of the spend book: what is open for
 * longer is taken for abandoned.
 */
export const MAX_STREAM_MS = 480_000;
export const LOOK_MS = 1_000;
/** Silence is sent as audio too; a browser that sends nothing is gone, or was put to sleep. */
export const IDLE_MS = 15_000;
/**
 * It says something four times a second while it hears anything, silence too. Who sends it less than
 * this much has not asked, and must not have it left alone as broken.
 */
export const ASKING_SECONDS = 1;
export const MUTE_MS = 30_000;
/** What the provider has left to say after the last of the audio. */
export const FINISH_MS = 5_000;

/** Codes of RFC 6455, 7.4.1, and of IANA's list behind it. */
export const CLOSE = {
  done: 1000,
  leaving: 1001,
  unsupported: 1003,
  policy: 1008,
  tooLarge: 1009,
  broken: 1011,
  later: 1013,
} as const;
