import { BUILTIN_SOURCE } from "../../ai/knowledge/builtin-names.ts";
import type { ShownDocument } from "../../ai/documents/schemas.ts";
import type { Page } from "../../http/contract/index.ts";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Create, Filters, ListFrame } from "../frame/list-frame.tsx";
import { Badge, Moment, NumberCell, Pager, Table } from "../frame/parts.tsx";
import { sayLanguage } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { documentStatusWords, documentWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

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
  const chosen = !filter.isEmpty;
  const none = chosen ? { title: words.noneSuch } : { title: words.none, text: words.noneText };
  const path = `/portal/t/${view.tenantId}/documents/new`;
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={words.lead}
      create={<Create href={path} label={words.create} may={mayWrite} />}
      filter={
        <Filters view={view} chosen={filter}>
          <Field
            form={filter}
            name="q"
            type="search"
            label={frame.search}
            hint={words.searchHint}
          />
          <Choice form={filter} name="status" label={words.show} options={options} />
        </Filters>
      }
      none={page.total === 0 ? none : undefined}
      isFiltered={chosen}
      pager={<Pager view={view} page={page} />}
    >
      <DocumentTable view={view} documents={page.items} />
    </ListFrame>
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
            <a
              href={`/portal/t/${view.tenantId}/documents/${document.id}`}
              lang={document.language}
            >
              {sayName(document.title)}
            </a>
            <small class="below">{sayLanguage(view.language, document.language)}</small>
          </th>
          <td>{saySource(view, document)}</td>
          <td>
            <DocumentStatus view={view} status={document.status} />{" "}
            {document.acl ? <Badge tone="warn">{words.restricted}</Badge> : null}
          </td>
          <NumberCell view={view} value={document.chunkCount} />
          <td class="number">{document.version}</td>
          <td>
            <DocumentChange view={view} document={document} />
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

export function saySource({ language }: View, { source }: ShownDocument): string {
  return source === BUILTIN_SOURCE ? documentWords[language].builtin : source;
}

/** The product's own pages came with it, at no time that anybody would look for. */
export function DocumentChange({ view, document }: { view: View; document: ShownDocument }) {
  if (document.source === BUILTIN_SOURCE) return <>–</>;
  return <Moment view={view} at={document.updatedAt} />;
}
