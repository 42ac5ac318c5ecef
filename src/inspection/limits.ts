/** What a message may have; every layer reads as much of it and no more. */
export const MAX_SENDER = 320;
/** Of a sender as a string has it, where a character may be two. */
export const MAX_SENDER_LENGTH = 2 * MAX_SENDER;
export const MAX_SUBJECT = 998;
export const MAX_MAIL = 65_536;
export const MAX_SHORT = 4_096;
/** JSON may spell a character as two escapes of six bytes; a note and fields nobody knows come beside. */
export const MAX_MESSAGE_BYTES = 832 * 1024;
