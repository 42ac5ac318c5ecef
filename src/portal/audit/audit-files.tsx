import { Section } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import type { AuditPart } from "./audit-page.tsx";
import { filesFor, MAX_EXPORTED, offeredFiles, startOf } from "./export-parts.ts";
import { fileOf } from "../frame/with-query.ts";
import { auditWords } from "./words.ts";

/** Links to the CSV files of the chosen lines, if one file does not hold them all. */
export function AuditFiles({
  view,
  part: { lines, total, cursor },
}: {
  view: View;
  part: AuditPart;
}) {
  const words = auditWords[view.language];
  const start = startOf(lines[0], total);
  const files = sayNumber(view.language, filesFor(total));
  // Files are counted from the newest line, which only the first part of the log shows.
  const offered = cursor === undefined ? offeredFiles(total) : [];
  const names = offered.map((at) => words.file(sayNumber(view.language, at), files));
  return (
    <Section id="files" title={words.files}>
      <p class="soft">{words.filesText(sayNumber(view.language, MAX_EXPORTED))}</p>
      <div class="row">
        {names.map((name, at) => (
          <a
            class="button"
            href={auditFile(view.path, { cursor: start, part: String(at + 1) })}
            download
          >
            {name}
          </a>
        ))}
      </div>
    </Section>
  );
}

/** The address of a file of the chosen lines. */
export function auditFile(
  path: string,
  which: { cursor?: string | undefined; part?: string },
): string {
  return fileOf(path, { cursor: undefined, ...which });
}
