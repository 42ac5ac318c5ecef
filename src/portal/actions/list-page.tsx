import type { StoredAction } from "../../ai/actions/answers.ts";
import { STATES as ACTION_STATES } from "../../ai/actions/states.ts";
import type { Page } from "../../http/contract/index.ts";
import { ActorName } from "../audit/actor-name.tsx";
import type { NameOf } from "../audit/name-things.ts";
import { Choice } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Filters, ListFrame } from "../frame/list-frame.tsx";
import { sectionNames } from "../frame/navigation.tsx";
import { Badge, MomentCell, Pager, Table, type Tone } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import { Values } from "../frame/values.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { promptWords } from "../prompts/words.ts";
import { proposalWords, stateWords, writtenWords } from "./words.ts";

/** In characters. A longer payload is shown only on the action's own page. */
const MOST_SHOWN = 400;

const TONES: Partial<Record<StoredAction["state"], Tone>> = {
  proposed: "warn",
  approved: "good",
  executed: "good",
  failed: "bad",
};

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
      title={sectionNames[view.language].actions}
      lead={words.lead}
      create={null}
      filter={
        <Filters view={view} chosen={filter}>
          <Choice
            form={filter}
            name="state"
            label={promptWords[view.language].state}
            options={options}
          />
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
  const columns = [
    words.action,
    words.payload,
    words.asker,
    promptWords[view.language].state,
    words.ends,
  ];
  return (
    <Table label={sectionNames[view.language].actions} columns={columns}>
      {actions.map((action) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${view.tenantId}/actions/${action.id}`}>{sayName(action.title)}</a>
            <small class="below long">{sayName(action.description)}</small>
          </th>
          <td>
            <Payload view={view} action={action} />
          </td>
          <td>
            <ActorName view={view} actor={action.userId} nameOf={nameOf} />
          </td>
          <td>
            <ActionState view={view} state={action.state} />
          </td>
          <MomentCell view={view} at={action.expiresAt} />
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

export function ActionState({ view, state }: { view: View; state: StoredAction["state"] }) {
  return <Badge tone={TONES[state] ?? "idle"}>{stateWords[view.language][state]}</Badge>;
}
