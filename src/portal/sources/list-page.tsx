import type { ShownSource } from "../../intel/source-schemas.ts";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters } from "../frame/list-frame.tsx";
import { Badge, Empty, MomentCell, NumberCell, Table, type Tone } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { sourceKindWords } from "./code-words.ts";
import { FreshnessBadge } from "./freshness.tsx";
import { stateOf, type SourceState } from "./state-of.ts";
import { sourceStatusWords, sourceWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  filter: FormState;
  sources: ShownSource[];
}

const TONES: Record<SourceState, Tone> = {
  empty: "idle",
  live: "good",
  failed: "bad",
  damaged: "bad",
};

export function SourceListPage({ view, filter, sources }: ListProps) {
  const words = sourceWords[view.language];
  const frame = frameWords[view.language];
  const options = [
    { value: "", label: frame.all },
    ...Object.entries(sourceStatusWords[view.language]).map(([value, label]) => ({ value, label })),
    { value: "late", label: words.late },
  ];
  const rows = sources.reduce((sum, source) => sum + source.rows, 0);
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <section aria-label={words.title}>
        <Filters view={view} chosen={filter}>
          <Field form={filter} name="q" type="search" label={words.search} />
          <Choice form={filter} name="status" label={words.show} options={options} />
        </Filters>
        {sources.length === 0 ? (
          <Empty title={words.none}>
            <a href="/portal/sources">{words.allSources}</a>
          </Empty>
        ) : (
          <>
            <p class="soft">
              {words.total(
                sayNumber(view.language, sources.length),
                sayNumber(view.language, rows),
              )}
            </p>
            <SourceTable view={view} sources={sources} />
          </>
        )}
      </section>
    </Layout>
  );
}

function SourceTable({ view, sources }: Pick<ListProps, "view" | "sources">) {
  const words = sourceWords[view.language];
  const columns = [
    words.source,
    words.kind,
    words.state,
    { number: words.rows },
    { number: words.bad },
    words.freshness,
    words.loaded,
  ];
  return (
    <Table label={words.title} columns={columns}>
      {sources.map((source) => (
        <tr>
          <th scope="row">
            <a href={`/portal/sources/${source.id}`}>{source.id}</a>
            <small class="below">{sayName(source.title)}</small>
          </th>
          <td>{sourceKindWords[view.language][source.kind]}</td>
          <td>
            <SourceStatus view={view} source={source} />
          </td>
          <NumberCell view={view} value={source.rows} />
          <NumberCell view={view} value={source.badLines} />
          <td>
            <FreshnessBadge view={view} source={source} />
          </td>
          <MomentCell view={view} at={source.loadedAt} />
        </tr>
      ))}
    </Table>
  );
}

export function SourceStatus({ view, source }: { view: View; source: ShownSource }) {
  const state = stateOf(source);
  return <Badge tone={TONES[state]}>{sourceStatusWords[view.language][state]}</Badge>;
}
