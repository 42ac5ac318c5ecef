/** How many characters the parts of a message may have. */
export const MAX_SENDER = 320;
/** The most that a sender's string may have as its length, where one character may count as two. */
export const MAX_SENDER_LENGTH = 2 * MAX_SENDER;
export const MAX_SUBJECT = 998;
export const MAX_MAIL = 65_536;
export const MAX_SHORT = 4_096;
/**
 * A body of the most characters has 256 KiB if each takes four bytes, and 768 KiB where JSON writes each
 * as two escapes of six, as Python does with emoji. A note and unknown fields come on top.
 */
export const MAX_MESSAGE_BYTES = 832 * 1024;
