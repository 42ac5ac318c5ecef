const DOT = /[[({]\s?(?:\.|dot|punto|ponto)\s?[\])}]/gi;
const SPOKEN_DOT =
  /(?<=[\p{L}\p{N}])\s{1,3}(?:dot|punto|ponto)\s{1,3}(?=(?:com|net|org|info|top|xyz|es|mx|br|pt)\b)/giu;
const SPACED_DOT =
  /(?<=[\p{L}\p{N}])(?:\s\.\s?|\.\s)(?=(?:com|net|org|info|top|xyz|club|online|site|shop)(?:\.[a-z]{2})?(?:\/|\s?$))/giu;
const SCHEME =
  /\bh(?:xx|tx|xt|\*\*|__|tt)p(s?)\s?(?::\/\/|\[:\/\/\]|\[:\]\/\/|:\[\/\/\]|\(:\)\/\/|\[:\/\/|:\\{1,2}|: \/\/)/gi;
const PLAIN_SCHEME = /^https?:\/\/$/i;
const SLASH = /\[\/\]/g;

export interface Refanged {
  text: string;
  changed: boolean;
}

/** Puts links right that were written so that no program sees them ("hxxps", "[.]", " punto com"). */
export function refang(text: string): Refanged {
  let changed = false;
  const mark = (value: string) => {
    changed = true;
    return value;
  };
  const dotted = text
    .replace(DOT, () => mark("."))
    .replace(SPOKEN_DOT, () => mark("."))
    .replace(SPACED_DOT, () => mark("."));
  const schemed = dotted.replace(SCHEME, (whole, secure: string) =>
    PLAIN_SCHEME.test(whole) ? whole : mark(`http${secure.toLowerCase()}://`),
  );
  return { text: changed ? schemed.replace(SLASH, "/") : schemed, changed };
}
