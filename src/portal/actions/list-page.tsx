import { STATES as ACTION_STATES, type StoredAction } from "../../ai/actions/schemas.ts";
import type { Page } from "../../http/contract/index.ts";
import { ActorName } from "../audit/actor-name.tsx";
import type { NameOf } from "../audit/name-things.ts";
import { Choice } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Filters, ListFrame } from "../frame/list-frame.tsx";
import { Moment, Pager, Table } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import { Values } from "../frame/values.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { ActionState, actionsPath } from "./parts.tsx";
import { proposalWords, stateWords, writtenWords } from "./words.ts";

/** In characters of a payload: a longer one is shown on its own page alone. */
const MOST_SHOWN = 400;

interface ListProps {
  view: View;
  filter: FormState;
  page: Page<StoredAction>;
  nameOf: NameOf;
}

export function ActionListPage({ view, filter, page, nameOf }: ListProps) {
  const words = proposalWords[view.language];
  const states = ACTION_STATES.map((value) => ({ value, label: stateWords[view.language][value] }));
  const options = [{ value: "", label: frameWords[view.language].all }, ...states];
  const chosen = filter.given("state") !== undefined;
  const none = chosen ? { title: words.noneSuch } : { title: words.none, text: words.noneText };
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={words.lead}
      create={null}
      filter={
        <Filters view={view}>
          <Choice form={filter} name="state" label={words.state} options={options} />
        </Filters>
      }
      none={page.total === 0 ? none : undefined}
      isFiltered={chosen}
      pager={<Pager view={view} page={page} />}
    >
      <ActionTable view={view} actions={page.items} nameOf={nameOf} />
    </ListFrame>
  );
}

type TableProps = Pick<ListProps, "view" | "nameOf"> & { actions: StoredAction[] };

function ActionTable({ view, actions, nameOf }: TableProps) {
  const words = proposalWords[view.language];
  const columns = [words.action, words.payload, words.asker, words.state, words.ends];
  return (
    <Table label={words.title} columns={columns}>
      {actions.map((action) => (
        <tr>
          <th scope="row">
            <a href={`${actionsPath(view)}/${action.id}`}>{sayName(action.title)}</a>
            <small class="below long">{sayName(action.description)}</small>
          </th>
          <td class="long">
            <Payload view={view} action={action} />
          </td>
          <td>
            <ActorName view={view} actor={action.userId} nameOf={nameOf} />
          </td>
          <td>
            <ActionState view={view} action={action} />
          </td>
          <td>
            <Moment view={view} at={action.expiresAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Payload({ view, action: { payload } }: { view: View; action: StoredAction }) {
  const { language } = view;
  const isLong = JSON.stringify(payload ?? null).length > MOST_SHOWN;
  if (isLong) return <>{proposalWords[language].open}</>;
  return <Values value={payload} names={writtenWords[language]} />;
}
