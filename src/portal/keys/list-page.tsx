import type { Page } from "../../http/contract/index.ts";
import type { ApiKey } from "../../tenants/api-keys/answers.ts";
import type { Usage } from "../../tenants/usage/answers.ts";
import type { FormState } from "../frame/form.ts";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { MomentCell, Pager, Table } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { moduleWords } from "../try/module-words.ts";
import { DaySpark } from "./day-spark.tsx";
import { FirstCall } from "./first-call.tsx";
import { KeyStatus } from "./key-status.tsx";
import { keyWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface ListProps {
  view: View;
  tenantId: string;
  /** The search of the list. */
  form: FormState;
  page: Page<ApiKey>;
  usage: Usage;
  daysOfKey: (keyId: string) => Usage["days"];
  mayWrite: boolean;
  origin: string;
}

export function KeyListPage(props: ListProps) {
  const { view, tenantId, form, page, usage, daysOfKey, mayWrite, origin } = props;
  const words = keyWords[view.language];
  const path = `/portal/t/${tenantId}/keys`;
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={words.lead}
      create={<Create href={`${path}/new`} label={words.create} may={mayWrite} />}
      search={{ form, hint: frameWords[view.language].keyHint }}
      none={page.total === 0 ? { title: words.none } : undefined}
      pager={<Pager view={view} page={page} />}
    >
      <KeyTable view={view} keys={page.items} {...{ usage, daysOfKey, path }} />
      <details>
        <summary>{words.byHand}</summary>
        <FirstCall view={view} tenantId={tenantId} origin={origin} />
      </details>
    </ListFrame>
  );
}

interface KeyTableProps {
  view: View;
  keys: ApiKey[];
  usage: Usage;
  daysOfKey: ListProps["daysOfKey"];
  path: string;
}

function KeyTable({ view, keys, usage, daysOfKey, path }: KeyTableProps) {
  const words = keyWords[view.language];
  const calls = new Map(usage.keys.map((key) => [key.id, key.calls]));
  const columns = [
    words.name,
    words.scopes,
    words.ending,
    words.status,
    words.lastUsed,
    { number: words.calls },
  ];
  return (
    <Table label={words.title} columns={columns}>
      {keys.map((key) => (
        <tr>
          <th scope="row">
            <a href={`${path}/${key.id}`}>{sayName(key.name)}</a>
          </th>
          <td>{key.scopes.map((scope) => moduleWords[view.language][scope]).join(", ")}</td>
          <td>
            <code>…{key.last4}</code>
          </td>
          <td>
            <KeyStatus view={view} status={key.status} />
          </td>
          <MomentCell view={view} at={key.lastUsedAt} />
          <td class="number">
            <DaySpark view={view} days={daysOfKey(key.id)} />
            {sayNumber(view.language, calls.get(key.id) ?? 0)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
