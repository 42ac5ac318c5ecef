import type { Dictionary } from "../../dictionaries/answers.ts";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Create, Filters, ListFrame } from "../frame/list-frame.tsx";
import { Badge, MomentCell, NumberCell, Table } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { dictionariesPath } from "./dictionaries-path.ts";
import { dictionaryWords, kindWords, severityWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  form: FormState;
  dictionaries: Dictionary[];
  mayWrite: boolean;
}

export function DictionaryListPage({ view, form, dictionaries, mayWrite }: ListProps) {
  const words = dictionaryWords[view.language];
  const path = `${dictionariesPath(view.tenantId)}/new`;
  const chosen = form.given("q") !== undefined;
  const none = { title: chosen ? words.noneSuch : words.none };
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={view.tenantId === undefined ? `${words.lead} ${words.globalLead}` : words.lead}
      create={<Create href={path} label={words.create} may={mayWrite} />}
      filter={
        <Filters view={view} chosen={form}>
          <Field form={form} name="q" type="search" label={words.filterName} />
        </Filters>
      }
      none={dictionaries.length === 0 ? none : undefined}
      isFiltered={chosen}
    >
      <DictionaryTable view={view} dictionaries={dictionaries} />
    </ListFrame>
  );
}

function DictionaryTable({ view, dictionaries }: { view: View; dictionaries: Dictionary[] }) {
  const words = dictionaryWords[view.language];
  const frame = frameWords[view.language];
  const columns = [
    words.name,
    words.kind,
    words.severity,
    words.scope,
    { number: words.entries },
    words.enabled,
    { number: words.version },
    words.updated,
  ];
  return (
    <Table label={words.title} columns={columns}>
      {dictionaries.map((one) => (
        <tr>
          <th scope="row">
            <a href={`${dictionariesPath(view.tenantId)}/${one.id}`}>{sayName(one.name)}</a>
          </th>
          <td>{kindWords[view.language][one.kind]}</td>
          <td>{severityWords[view.language][one.severity]}</td>
          <td>{one.tenantId === null ? words.global : words.own}</td>
          <NumberCell view={view} value={one.entries.length} />
          <td>
            <Badge tone={one.enabled ? "good" : "idle"}>{one.enabled ? frame.yes : frame.no}</Badge>
          </td>
          <td class="number">{one.version}</td>
          <MomentCell view={view} at={one.updatedAt} />
        </tr>
      ))}
    </Table>
  );
}
