import { splitSentences, type Span } from "../text/split-sentences.ts";
import { wholeCut } from "../text/whole-cut.ts";

const LEAST = 600;
const MOST = 900;
/** The usual length of the sentence that two pieces share. */
const OVERLAP = 100;
/**
 * A heading is repeated in each piece below it, so a longer one is taken as text. The limit is that of
 * a title.
 */
const HEADING = /^(#{1,6})\s+(\S.{0,299})$/;

export interface Chunk extends Span {
  /** The headings above it, outermost first. */
  heading: string;
}

/**
 * Cuts a text into pieces of at most 900 characters, most of them over 600. They end at sentences,
 * start anew at headings and repeat one sentence of the piece before.
 */
export function cutChunks(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (const section of sectionsOf(text)) {
    const sentences = section.sentences.flatMap((span) => cutLong(text, span));
    for (const span of gather(sentences)) chunks.push({ ...span, heading: section.heading });
  }
  return chunks;
}

interface Section {
  heading: string;
  sentences: Span[];
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  const above: string[] = [];
  let current: Section = { heading: "", sentences: [] };
  /** The title above `current`, as long as there is nothing below it. */
  let bare: Span | undefined;
  const close = (level: number) => {
    if (current.sentences.length > 0) sections.push(current);
    else if (bare !== undefined && level <= above.length) {
      sections.push({ heading: above.slice(0, -1).join(" > "), sentences: [bare] });
    }
  };
  for (const span of splitSentences(text)) {
    const [, marks, title] = HEADING.exec(text.slice(span.start, span.end)) ?? [];
    if (marks === undefined || title === undefined) {
      current.sentences.push(span);
      continue;
    }
    close(marks.length);
    above.length = Math.min(above.length, marks.length - 1);
    above.push(title);
    bare = { start: span.end - title.length, end: span.end };
    current = { heading: above.join(" > "), sentences: [] };
  }
  close(0);
  return sections;
}

function gather(sentences: Span[]): Span[] {
  const spans: Span[] = [];
  const aim = aimFor(sentences);
  let first = 0;
  for (let at = 0; at < sentences.length; at += 1) {
    const [from, here, next] = [sentences[first], sentences[at], sentences[at + 1]];
    if (from === undefined || here === undefined) break;
    const fits = next !== undefined && next.end - from.start <= MOST;
    if (fits && here.end - from.start < aim) continue;
    spans.push({ start: from.start, end: here.end });
    first = next === undefined ? at + 1 : overlapFrom(sentences, first, at);
  }
  return spans;
}

/**
 * The length to aim for, so that pieces are of even length: bm25 would rank a short rest at the end too
 * high.
 */
function aimFor(sentences: Span[]): number {
  const length = (sentences.at(-1)?.end ?? 0) - (sentences[0]?.start ?? 0);
  const pieces = Math.max(1, Math.ceil((length - MOST) / (LEAST + OVERLAP)) + 1);
  return pieces === 1 ? MOST : Math.max(LEAST, length / pieces + OVERLAP);
}

/**
 * Where the next piece begins: at the last sentence, which is repeated, unless it is so long that the
 * next sentence would not fit behind it.
 */
function overlapFrom(sentences: Span[], first: number, last: number): number {
  const [repeated, next] = [sentences[last], sentences[last + 1]];
  if (last === first || repeated === undefined || next === undefined) return last + 1;
  return next.end - repeated.start > MOST ? last + 1 : last;
}

/** Cuts a sentence that is longer than a piece at blanks, or anywhere if it has none. */
function cutLong(text: string, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  let from = start;
  while (end - from > MOST) {
    const blank = text.lastIndexOf(" ", from + MOST);
    const to = blank > from + LEAST ? blank : wholeCut(text, from + MOST);
    spans.push({ start: from, end: to });
    from = blank > from + LEAST ? blank + 1 : to;
  }
  if (end > from) spans.push({ start: from, end });
  return spans;
}
