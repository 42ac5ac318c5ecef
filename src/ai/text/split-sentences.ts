export interface Span {
  start: number;
  end: number;
}

/**
 * The look-behind lets a run of marks match from its beginning only; trying every mark of a run would
 * cost quadratic time. Chinese and Japanese marks have no blank after them.
 */
const END = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|(?<![。！？｡])[。！？｡]+["'”’»)\]」』）】]*|\n+/g;
/**
 * For text that is checked sentence by sentence: an address goes on to the next blank, so a part must
 * not end before a blank.
 */
export const END_AT_BLANK =
  /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|(?<![。！？｡])[。！？｡]+["'”’»)\]」』）】]*(?=\s)|\n+/g;
const CERTAIN = /^[\n。！？｡]/;
const ABBREVIATION =
  /(?:^|[\s(¿¡"'«“]|[。！？｡」』）】]["'”’»)\]]*)(?:sra?s?|dra?s?|d|dña|prof|ing|lic|art|núm|nº|pág|págs|cap|fig|aprox|etc|ej|p\.\s?ej|ee|uu|ee\.\s?uu|a\.?\s?c|d\.?\s?c|mr|mrs|ms|jr|st|vs|no|vol|pp|e\.g|i\.e|cf|al|inc|ltd|co|corp|gen|col|sgt|u\.s|[a-zñ])\.$/i;
const NEXT_STARTS = /^\s+["'“‘«(¿¡[]*[\p{Lu}\p{N}¿¡"“«*#-]/u;

/** How many characters before and after an end decide whether a sentence ends there. */
export const LOOKED_BACK = 12;
export const LOOKED_AHEAD = 8;

/** The sentences of a text as places in it, without the blanks at their edges. */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (!isCertain(match[0]) && !endsSentence(text, start, end)) continue;
    push(spans, text, start, end);
    start = end;
  }
  push(spans, text, start, text.length);
  return spans;
}

/** Whether this is an end of a sentence whatever stands around it. */
export function isCertain(end: string): boolean {
  return CERTAIN.test(end);
}

export function endsSentence(text: string, start: number, end: number): boolean {
  const tail = text.slice(Math.max(start, end - LOOKED_BACK), end);
  if (tail.endsWith(".") && ABBREVIATION.test(tail)) return false;
  return NEXT_STARTS.test(text.slice(end, end + LOOKED_AHEAD));
}

function push(spans: Span[], text: string, from: number, to: number): void {
  const piece = text.slice(from, to);
  const start = from + (piece.length - piece.trimStart().length);
  const end = from + piece.trimEnd().length;
  if (end > start) spans.push({ start, end });
}
