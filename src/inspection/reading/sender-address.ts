import { MAX_SENDER_LENGTH } from "../limits.ts";

const MAILBOX = /[^\s"<>(),:;@]{1,64}@[\w.\u0080-\uffff-]{1,253}/g;
const SENDER_MAIL = new RegExp(`(${MAILBOX.source})>?\\s{0,8}$`);
const HOST = String.raw`@\s{0,8}(\[[^\s\]]{1,253}\]?|[\w.\u0080-\uffff-]{1,253})`;
/**
 * The host within the last brackets, else behind the last "@": a name before the address may have one
 * too.
 */
const IN_BRACKETS = new RegExp(`^.*<[^<>]*${HOST}`, "s");
const SENDER_HOST = new RegExp(`^.*${HOST}`, "s");
const QUOTED = /"(?:[^"\\]|\\.)*"/gs;
/** A second address behind a comma, or behind the brackets of the first. */
const SEVERAL = /(?:(?:\S@\S|@\s?[\w-]+\.\w)[^<,;]*[,;]|@[^<>]*>).*@/s;
const LAST_DOTS = /\.+$/;

/** Returns the sender's domain, however badly the address is written. */
export function senderHost(sender: string): string | undefined {
  const text = sender.slice(0, MAX_SENDER_LENGTH);
  const bare = text.replace(QUOTED, '""');
  const found = IN_BRACKETS.exec(bare) ?? SENDER_HOST.exec(bare) ?? SENDER_HOST.exec(text);
  return found?.[1]?.toLowerCase().replace(LAST_DOTS, "");
}

/** Returns the sender's address, if it is well written. */
export function senderMail(sender: string): string | undefined {
  return SENDER_MAIL.exec(sender.slice(0, MAX_SENDER_LENGTH))?.[1]
    ?.toLowerCase()
    .replace(LAST_DOTS, "");
}

/** Quotes around the part before the "@", which belong to no address. */
const QUOTES = /"([^"\\\s@]{1,64})"(?=@)/g;
const AT = /\s{0,8}@\s{0,8}/g;
/** What MAILBOX takes along that belongs to no address either. */
const AROUND = /^'+|\.+$/g;

/** Returns all that stands in a sender as an address, however the rest of it is written. */
export function addressesIn(sender: string): string[] {
  const found = sender.replace(AT, "@").replace(QUOTES, "$1").match(MAILBOX) ?? [];
  return found.map((one) => one.replace(AROUND, ""));
}

/**
 * Returns the addresses of a sender that names several (RFC 5322): one of them cannot vouch for the
 * others.
 */
export function severalSenders(sender: string): string[] | undefined {
  return SEVERAL.test(sender.replace(QUOTED, "")) ? addressesIn(sender) : undefined;
}
