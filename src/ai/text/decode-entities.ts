import entities from "./entities.txt";

/**
 * Letters and signs as mails use them, and letters of other alphabets that look like ours; those that
 * nobody sees stand here. A name that begins with a capital stands for the capital letter.
 */
const NAMED = namesOf(
  `${entities.replaceAll("\n", " ")}zwnj:\u200c zwj:\u200d lrm:\u200e rlm:\u200f shy:\u00ad ensp:\u2002 emsp:\u2003 thinsp:\u2009`,
).set("nbsp", " ");

/**
 * Signs of an address and unseen characters, by which mails hide where a link leads. The case of these
 * names counts.
 */
const SIGNS = namesOf(
  "Tab:\t NewLine:\n excl:! num:# dollar:$ percnt:% lpar:( rpar:) ast:* midast:* plus:+ " +
    "comma:, period:. sol:/ colon:: semi:; equals:= quest:? commat:@ lsqb:[ lbrack:[ bsol:\\ " +
    "rsqb:] rbrack:] lowbar:_ UnderBar:_ verbar:| vert:| VerticalLine:| lcub:{ lbrace:{ " +
    "rcub:} rbrace:} grave:` Hat:^ dash:‐ hyphen:‐ ZeroWidthSpace:\u200b NoBreak:\u2060 " +
    "af:\u2061 ApplyFunction:\u2061 it:\u2062 InvisibleTimes:\u2062 ic:\u2063 " +
    "InvisibleComma:\u2063 NegativeVeryThinSpace:\u200b NegativeThinSpace:\u200b " +
    "NegativeMediumSpace:\u200b NegativeThickSpace:\u200b",
);

/** Mathematical letters, which are decoded to ordinary ones. */
const DRAWN = /^([a-z])(?:fr|opf|scr)$/i;

/**
 * A number counts without its semicolon too, and with any number of zeros before it. Some old names do
 * too, unless they are a parameter in an address.
 */
const ENTITY =
  /&(?:#(\d+);?|#x([0-9a-f]+);?|([a-z]{2,21});|(shy|nbsp|[aeiou](?:acute|grave|circ|uml)|[ano]tilde|ccedil|aring|oslash|aelig|szlig)(?![a-z\d]*=))/gi;
const LAST_CODE_POINT = 0x10ffff;
/** The numbers of control characters are read as Windows-1252. Five of them it does not have. */
const WINDOWS_FROM = 0x80;
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (whole, ...found: (string | undefined)[]) => {
    const [decimal, hex, known, name = known] = found;
    if (name !== undefined) return SIGNS.get(name) ?? letterOf(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return WINDOWS[code - WINDOWS_FROM] ?? characterOf(code);
  });
}

function characterOf(code: number): string {
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code).toWellFormed() : " ";
}

function letterOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  const drawn = DRAWN.exec(name)?.[1];
  if (drawn !== undefined) return drawn;
  return name[0] === lower[0] ? NAMED.get(lower) : NAMED.get(lower)?.toUpperCase();
}

/** A map and not an object, which would also have "constructor". */
function namesOf(names: string): Map<string, string> {
  const cut = (one: string) => one.indexOf(":");
  return new Map(names.split(" ").map((one) => [one.slice(0, cut(one)), one.slice(cut(one) + 1)]));
}
