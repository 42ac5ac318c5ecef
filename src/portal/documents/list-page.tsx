import type { ShownDocument } from "../../ai/documents/schemas.ts";
import type { Page } from "../../http/contract/index.ts";
import { Choice } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Badge, Empty, Moment, Pager, Table } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { documentStatusWords, documentWords } from "./words.ts";

interface ListProps {
  view: View;
  filter: FormState;
  page: Page<ShownDocument>;
  mayWrite: boolean;
}

export function DocumentListPage({ view, filter, page, mayWrite }: ListProps) {
  const words = documentWords[view.language];
  const frame = frameWords[view.language];
  const say = documentStatusWords[view.language];
  const options = [
    { value: "", label: frame.all },
    { value: "indexed", label: say.indexed },
    { value: "quarantined", label: say.quarantined },
  ];
  const chosen = filter.given("status") !== undefined;
  const create = mayWrite ? (
    <a class="button primary" href={`/portal/t/${view.tenantId}/documents/new`}>
      {words.create}
    </a>
  ) : null;
  return (
    <Layout view={view} title={words.title}>
      <div class="row between">
        <h1>{words.title}</h1>
        {page.total === 0 && !chosen ? null : create}
      </div>
      <p class="lead">{words.lead}</p>
      <section aria-label={words.title}>
        <form method="get" class="filters">
          <Choice form={filter} name="status" label={words.show} options={options} />
          <button type="submit">{frame.filter}</button>
        </form>
        {page.items.length === 0 ? (
          <Empty title={chosen ? words.noneSuch : words.none}>
            {chosen ? null : <p>{words.noneText}</p>}
            {chosen ? null : create}
          </Empty>
        ) : (
          <DocumentTable view={view} documents={page.items} />
        )}
        <Pager view={view} page={page} />
      </section>
    </Layout>
  );
}

function DocumentTable({ view, documents }: { view: View; documents: ShownDocument[] }) {
  const words = documentWords[view.language];
  const columns = [
    words.name,
    words.source,
    words.status,
    { number: words.parts },
    { number: words.version },
    words.updated,
  ];
  return (
    <Table label={words.title} columns={columns}>
      {documents.map((document) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${view.tenantId}/documents/${document.id}`}>{document.title}</a>
          </th>
          <td>{document.source}</td>
          <td>
            <DocumentStatus view={view} status={document.status} />
          </td>
          <td class="number">{document.chunkCount}</td>
          <td class="number">{document.version}</td>
          <td>
            <Moment view={view} at={document.updatedAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function DocumentStatus({ view, status }: { view: View; status: ShownDocument["status"] }) {
  const tone = status === "indexed" ? "good" : "warn";
  return <Badge tone={tone}>{documentStatusWords[view.language][status]}</Badge>;
}
