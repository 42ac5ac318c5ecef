/** How many characters the parts of a message may have. */
export const MAX_SENDER = 320;
/** The most that a sender's string may have as its length, where one character may count as two. */
export const MAX_SENDER_LENGTH = 2 * MAX_SENDER;
export const MAX_SUBJECT = 998;
export const MAX_MAIL = 65_536;
export const MAX_SHORT = 4_096;
/** In JSON a character may be two escapes of six bytes each; a note and unknown fields come on top. */
export const MAX_MESSAGE_BYTES = 832 * 1024;
