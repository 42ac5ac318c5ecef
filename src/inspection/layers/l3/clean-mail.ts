/**
 * Lines that tell where a mail came from and not what it says: headers of its parts, footers of lists.
 */
const HEADER =
  /^(?:content-[a-z-]+|mime-version|message-id|date|from|to|cc|sent|url|reply-to|x-[a-z-]+|errors-to|boundary|charset)\s?[:=]/i;
const LIST =
  /mailing list|listinfo|lists?\.|@lists|mailman|majordomo|e?groups\.com|yahoo! ?groups|sourceforge|sf\.net|this sf|list-?(?:un)?subscribe|original message|wrote:?$|writes:?$|^-- $/i;
const SUBJECT_TAGS = /^(?:(?:re|fwd?|rv|enc|res)\s?:\s{0,3}|\[[^\]]{1,30}\]\s{0,3})+/i;
const MAX_LINE = 400;

export function cleanMail(text: string): string {
  const kept: string[] = [];
  for (const line of text.split("\n")) {
    const bare = line.replace(/^[>|\s]{1,20}/, "").trimEnd();
    if (bare === "") continue;
    if (bare.length < MAX_LINE && (HEADER.test(bare) || LIST.test(bare))) continue;
    if (/^[-_=*#~+]{4}/.test(bare) && !/[a-z]{3}/i.test(bare)) continue;
    kept.push(bare);
  }
  return kept.join("\n").replace(SUBJECT_TAGS, "");
}
