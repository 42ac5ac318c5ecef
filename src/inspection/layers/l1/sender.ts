import { MAX_SENDER_LENGTH } from "../../limits.ts";
import { fold } from "../../model/fold.ts";
import { brandsIn, carriesBrand, ownerOf } from "./brands.ts";
import { kindsAsSeen } from "./kinds-as-seen.ts";
import type { Channel } from "../../reading/read-message.ts";
import { senderHost } from "../../reading/sender-address.ts";
import { registrableGuess } from "../../reading/top-level.ts";
import type { Found, FormContext } from "./signals.ts";

interface Sender {
  display: string;
  address: string;
  host: string | undefined;
}

/** Letters may be of any alphabet (RFC 6532). */
const ADDRESS =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]{1,64}){0,16}@([\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){1,10})$/u;
const PHONE = /^\+?[1-9]\d{6,14}$/;
/** What gateways write around a number. */
const AROUND_NUMBER =
  /^(?:tel|sms|whatsapp):|@(?:s\.whatsapp\.net|c\.us)$|[\s().\u200b-\u200f\u202a-\u202e\u2066-\u2069-]/gi;
const SHORT_CODE = /^\d{3,8}$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} &._+!'/()*-]{0,29}$/u;
const IN_DISPLAY = /[a-z0-9._%+-]{1,64}@([a-z0-9.-]{1,253})/i;
/** Free mailboxes, and those that come with a telephone line: a carrier's customers have them. */
const FREE_HOST =
  "(?:(?:gmail|googlemail|outlook|hotmail|msn|yahoo|ymail|live|icloud|aol|gmx|protonmail|proton|mail|yandex|zoho|bol|uol|terra|sapo)\\.(?:com(?:\\.(?:ar|au|br|co|gr|mx|pe|tr))?|co\\.(?:il|in|jp|uk)|net|org|es|pt|me|ru|de|fr|it|nl|be|at|ch|cl|dk|ie|jp|kr|se)|(?:verizon|att|bellsouth|sbcglobal|comcast|entelchile)\\.net|orange\\.fr|vodafonemail\\.de)";
/** A first name that a carrier has too, which writes itself in capitals. */
const PERSON = /\b[Tt]im\b/g;
const FREE_MAIL = new RegExp(`^${FREE_HOST}$`);
const MAILBOX = new RegExp(`[^\\s<>"]{0,64}@${FREE_HOST}(?=>?\\s*$)`, "i");

function readSender(raw: string): Sender {
  const text = raw.slice(0, MAX_SENDER_LENGTH).trim();
  const open = text.lastIndexOf("<");
  const bracketed = open !== -1 && text.endsWith(">");
  const address = (bracketed ? text.slice(open + 1, -1) : text).trim();
  const display = text.slice(0, Math.max(open, 0)).replace(/["']/g, "").trim();
  return { display, address, host: ADDRESS.exec(address)?.[1]?.toLowerCase() };
}

/**
 * Removes the address of a free mailbox from a sender: anybody may have one, so it says nothing of who
 * writes.
 */
export function withoutFreeMailbox(sender: string): string {
  return sender.replace(MAILBOX, "@");
}

/**
 * Returns the signals of the sender: of its syntax, its domain, and whether the name fits the address.
 */
export function senderSignals(raw: string, channel: Channel, context: FormContext): Found[] {
  if (channel !== "email") return phoneSignals(raw.trim());
  const sender = readSender(raw);
  const found: Found[] = [];
  if (sender.host === undefined) found.push({ id: "sender_malformed" });
  const host = sender.host ?? senderHost(raw);
  if (host === undefined) return found;
  if (context.isDisposable?.(host) === true) found.push({ id: "sender_disposable", value: host });
  const free = FREE_MAIL.test(host);
  if (!free && passesForBrand(host)) found.push({ id: "sender_host_brand_like", value: host });
  const words = fold(sender.display)
    .replace(PERSON, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const brands = [...brandsIn(words, words.filter((word) => word !== "").length <= 3)];
  if (brands[0] !== undefined && (free || ownerOf(host) === undefined))
    found.push({
      id: free ? "brand_from_free_mail" : "display_brand_mismatch",
      value: brands[0].name,
    });
  const shown = IN_DISPLAY.exec(sender.display)?.[1]?.toLowerCase();
  const { registrable = registrableGuess } = context;
  if (shown !== undefined && registrable(shown) !== registrable(host))
    found.push({ id: "display_address_mismatch" });
  return found;
}

function passesForBrand(host: string): boolean {
  return carriesBrand(host) || kindsAsSeen(host, {}).includes("brand_like");
}

function phoneSignals(sender: string): Found[] {
  if (sender === "") return [];
  const digits = sender.replace(AROUND_NUMBER, "");
  if (PHONE.test(digits) || SHORT_CODE.test(digits)) return [];
  if (!NAME.test(sender)) return [{ id: "sender_malformed" }];
  return /[\u0370-\u058f]/.test(sender) && /[a-z]/i.test(sender)
    ? [{ id: "sender_mixed_script" }]
    : [];
}
