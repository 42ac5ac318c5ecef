import { INVISIBLE } from "../model/look-alikes.ts";
import { findLinks, type Link } from "./find-links.ts";
import { keepStanding } from "./keep-standing.ts";
import { countLetters } from "./count-letters.ts";
import { moveComments } from "./move-comments.ts";
import { uncoverLinks } from "./uncover-links.ts";
import { refang } from "./refang.ts";
import { readHeader } from "./read-header.ts";
import { cutHidden } from "./find-hidden.ts";
import { isHtml, visibleText, type Visible } from "./visible-text.ts";

export type Channel = "email" | "sms" | "whatsapp";

export interface Message {
  channel: Channel;
  sender: string;
  subject?: string | undefined;
  body: string;
}

/** A message without what its style hides, and how many letters that is. */
interface Unhidden {
  reading: Reading;
  hiddenLetters: number;
}

export interface Reading extends Visible {
  /** The message. Sender and subject of a mail are as a mail program shows them. */
  message: Message;
  /** Subject and visible body, without invisible characters, with defanged links put right. */
  text: string;
  links: Link[];
  /**
   * The links, the names that are written so that people read a link but no program sees one, and what
   * stands before them as a link by itself.
   */
  named: Link[];
  /** The text with disguised names put right, and its links; absent if there are no such names. */
  uncovered?: { text: string; links: Link[] } | undefined;
  /** The message without what its style hides; absent if it hides nothing. */
  unhidden?: Unhidden | undefined;
  /** How many words an invisible character splits. */
  split: number;
  defanged: boolean;
}

const SPLIT_WORD = /(?<=\p{L})(?:\u034f|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff])+(?=\p{L})/gu;
/** Text that is shown from right to left, whatever its letters are, up to the end of the line. */
const TURNED = /\u202e([^\n\u202a-\u202d\u2066-\u2069]*)/g;
/** Browsers read these full stops within a name as a dot. Between sentences they are left alone. */
const WIDE_DOT = /(?<=[a-z\d-])[\u3002\uff0e\uff61](?=[a-z\d])/gi;
// oxlint-disable-next-line no-control-regex
const ASCII_ONLY = /^[\u0000-\u007f]*$/;

const NO_HTML = { anchors: [], passwordField: false, fetched: [], sheets: [] };

/** Reads a message once, for all layers. */
export function readMessage(written: Message): Reading {
  const isMail = written.channel === "email";
  const message = isMail ? withHead(written) : written;
  if (!isMail || !isHtml(message.body))
    return readBody(message, { ...NO_HTML, text: message.body });
  const reading = readBody(message, visibleText(message.body));
  const unhidden = withoutHidden(reading);
  const named = unhidden ? addTo(reading.named, unhidden.reading.named) : reading.named;
  return { ...reading, named, unhidden };
}

function readBody(message: Message, body: Visible): Reading {
  const whole = withSubject(message, body.text);
  const plain = ASCII_ONLY.test(whole);
  const seen = plain ? whole : seenOf(whole);
  const refanged = refang(seen);
  const links = findLinks(refanged.text);
  const uncovered = uncover(seen, links);
  const restored = uncovered?.links ?? links;
  return {
    ...body,
    message,
    text: refanged.text,
    links,
    named: keepStanding(seen, refanged.changed ? findLinks(seen) : links, restored),
    uncovered,
    split: plain ? 0 : (whole.match(SPLIT_WORD)?.length ?? 0),
    defanged: refanged.changed,
  };
}

function uncover(seen: string, links: Link[]): Reading["uncovered"] {
  const open = uncoverLinks(seen);
  if (open === seen) return undefined;
  const { text } = refang(open);
  const found = findLinks(text);
  return addTo(links, found) === links ? undefined : { text, links: found };
}

/** Adds the links that are not there yet. If there are none, it returns the same array. */
function addTo(links: Link[], others: Link[]): Link[] {
  const known = new Set(links.map(({ url }) => url));
  const more = others.filter(({ url }) => !known.has(url));
  return more.length === 0 ? links : [...links, ...more];
}

function withSubject({ subject = "" }: Message, text: string): string {
  return subject === "" ? text : `${subject}\n${text}`;
}

function seenOf(whole: string): string {
  return turn(whole).replace(INVISIBLE, "").replace(WIDE_DOT, ".");
}

function turn(text: string): string {
  return text.replace(TURNED, (_, turned: string) => Array.from(turned).toReversed().join(""));
}

function withoutHidden({ message, sheets }: Reading): Unhidden | undefined {
  const cut = cutHidden(message.body, sheets);
  if (cut === undefined) return undefined;
  const hiddenLetters = countLetters(visibleText(cut.hidden).text);
  if (hiddenLetters === 0) return undefined;
  const reading = readBody({ ...message, body: cut.shown }, visibleText(cut.shown));
  return { reading, hiddenLetters };
}

function withHead(mail: Message): Message {
  const { sender, subject } = mail;
  const shown = turn(readHeader(sender)).replace(INVISIBLE, "").trim();
  return {
    ...mail,
    sender: moveComments(shown),
    subject: subject && readHeader(subject),
  };
}
