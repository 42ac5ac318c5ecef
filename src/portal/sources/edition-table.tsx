import type { ShownEdition, ShownSource } from "../../intel/source-schemas.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { MomentCell, NumberCell, Section, Table } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { sourceWords } from "./words.ts";

interface EditionProps {
  view: View;
  source: Pick<ShownSource, "id">;
  editions: readonly ShownEdition[];
  mayWrite: boolean;
}

/** What was live of a source before, with a button that puts it back. */
export function EditionTable({ view, source, editions, mayWrite }: EditionProps) {
  const words = sourceWords[view.language];
  const earlier = editions.filter(({ live }) => !live);
  if (earlier.length === 0) return null;
  const columns = [{ number: words.version }, words.loaded, { number: words.rows }];
  return (
    <Section id="editions" title={words.editions}>
      <Table
        label={words.editions}
        columns={[...columns, { number: words.bad }, ...(mayWrite ? [words.restore] : [])]}
      >
        {earlier.map(({ version, loadedAt, rows, badLines }) => (
          <tr>
            <NumberCell view={view} value={version} />
            <MomentCell view={view} at={loadedAt} />
            <NumberCell view={view} value={rows} />
            <NumberCell view={view} value={badLines} />
            {mayWrite ? (
              <td>
                <AskFirst
                  view={view}
                  action={`/portal/sources/${source.id}/editions/${version}/restore`}
                  label={words.restore}
                  name={sayNumber(view.language, version)}
                  text={words.restoreText}
                  begins
                />
              </td>
            ) : null}
          </tr>
        ))}
      </Table>
    </Section>
  );
}
