import type { InspectionRecord } from "../../inspection/record-answers.ts";
import { CHANNELS, VERDICTS } from "../../inspection/verdicts.ts";
import type { Page } from "../../http/contract/index.ts";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters, Period } from "../frame/list-frame.tsx";
import { Empty, Moment, Pager, Table } from "../frame/parts.tsx";
import { Meter } from "../frame/quota-bar.tsx";
import { searchWithin } from "./search-within.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { sayLanguageOf, TONES, VerdictBadge } from "./parts.tsx";
import { channelWords, inspectionWords, verdictWords } from "./words.ts";

/** Whether the tenant has said that the verdict was wrong. */
export const SAID = ["none", "any"] as const;
export const ASKED_VERDICTS = ["flagged", ...VERDICTS] as const;

interface ListProps {
  view: View;
  filter: FormState;
  page: Page<InspectionRecord>;
  mayTry: boolean;
}

export function InspectionListPage({ view, filter, page, mayTry }: ListProps) {
  const words = inspectionWords[view.language];
  const path = `/portal/t/${view.tenantId}/inspections`;
  const chosen = !filter.isEmpty;
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <section aria-label={words.title}>
        <Filter view={view} filter={filter} />
        {page.total > 0 ? (
          <RecordTable view={view} records={page.items} path={path} />
        ) : (
          <Empty title={chosen ? words.noneSuch : words.none}>
            {chosen ? <a href={path}>{words.all}</a> : <p>{words.noneText}</p>}
            {!chosen && mayTry ? (
              <a class="button primary" href={`/portal/t/${view.tenantId}/try/antispam`}>
                {words.tryIt}
              </a>
            ) : null}
          </Empty>
        )}
        <Pager view={view} page={page} />
      </section>
    </Layout>
  );
}

function Filter({ view, filter }: Pick<ListProps, "view" | "filter">) {
  const words = inspectionWords[view.language];
  const { all } = frameWords[view.language];
  const any = { value: "", label: all };
  const says = { ...verdictWords[view.language], flagged: words.flagged };
  const verdicts = ASKED_VERDICTS.map((value) => ({ value, label: says[value] }));
  const opinions = SAID.map((value) => ({ value, label: words.said[value] }));
  const channels = CHANNELS.map((value) => ({ value, label: channelWords[view.language][value] }));
  return (
    <Filters view={view} chosen={filter}>
      <Choice form={filter} name="verdict" label={words.verdict} options={[any, ...verdicts]} />
      <Choice form={filter} name="channel" label={words.channel} options={[any, ...channels]} />
      <Choice form={filter} name="feedback" label={words.feedback} options={[any, ...opinions]} />
      <Period view={view} form={filter} />
      <Field form={filter} name="id" type="search" label={words.id} hint={words.idHint} />
    </Filters>
  );
}

interface RecordTableProps {
  view: View;
  records: InspectionRecord[];
  path: string;
}

function RecordTable({ view, records, path }: RecordTableProps) {
  const words = inspectionWords[view.language];
  const columns = [
    words.at,
    words.verdict,
    words.score,
    words.channel,
    words.language,
    words.feedback,
  ];
  const search = searchWithin(view);
  return (
    <Table label={words.title} columns={columns}>
      {records.map((record) => (
        <tr>
          <th scope="row">
            <a href={`${path}/${record.inspectionId}${search}`}>
              <Moment view={view} at={record.createdAt} />
            </a>
          </th>
          <td>
            <VerdictBadge view={view} verdict={record.verdict} />
          </td>
          <td>
            <Meter value={record.score} label={words.score} tone={TONES[record.verdict]} />
          </td>
          <td>{channelWords[view.language][record.channel]}</td>
          <td>{sayLanguageOf(view, record.lang)}</td>
          <td>
            {record.feedback === null ? (
              "–"
            ) : (
              <VerdictBadge view={view} verdict={record.feedback.label} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
