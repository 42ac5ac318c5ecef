import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { parseDomain } from "./domain.ts";

const MAX_EMAIL = 254;
const MAX_LOCAL = 64;
const DISPLAY_NAME = /^[^<>]*<([^<>]+)>?$/;
const MAILTO = /^mailto:([^?]*)(?:\?.*)?$/is;
/** Quotes that are not needed mean nothing (RFC 5321, 4.1.2). */
const QUOTED = /^"([^\s"@<>(),:;[\]\\]+)"$/;
const LOCAL = /^(?:[^\s"@<>(),:;[\]\\]+|"[^"\\]+")$/;

export interface Email {
  /** Small letters, each in one character (RFC 6532), and A-labels. */
  text: string;
  /** The address without its "+tag", if it has one. */
  untagged: string | undefined;
}

export function parseEmail(written: string): Email | Refusal {
  const bare = (DISPLAY_NAME.exec(written)?.[1] ?? written).trim().replace(MAILTO, "$1");
  const at = bare.lastIndexOf("@");
  const local = bare.slice(0, at).replace(QUOTED, "$1").normalize().toLowerCase();
  const domain = at < 1 ? notAnEmail() : parseDomain(bare.slice(at + 1), { underscore: false });
  if (isRefusal(domain) || local.length > MAX_LOCAL || !LOCAL.test(local)) return notAnEmail();
  const text = `${local}@${domain}`;
  if (text.length > MAX_EMAIL) return notAnEmail();
  const tag = local.indexOf("+");
  return { text, untagged: tag > 0 ? `${local.slice(0, tag)}@${domain}` : undefined };
}

function notAnEmail(): Refusal {
  return refuse(
    400,
    "invalid_request",
    '"value" must be an e-mail address of at most 254 characters.',
  );
}
