import type { PropsWithChildren } from "hono/jsx";
import type { CredentialState } from "../../access/credential-state.ts";
import { AskFirst } from "./ask-first.tsx";
import { sideBySide } from "./language.ts";
import { Badge, type Tone } from "./parts.tsx";
import { sayName } from "./say-name.ts";
import { searchOf, type View } from "./view.ts";

interface NameProps {
  id: string;
  /** The lines of the audit log about it. */
  history?: string | undefined;
}

/** The head of a row about a credential: its name, and its id, by which logs name it. */
export function CredentialName({ id, history, children }: PropsWithChildren<NameProps>) {
  const code = <code>{id}</code>;
  return (
    <th scope="row">
      {children}
      <small class="below">{history === undefined ? code : <a href={history}>{code}</a>}</small>
    </th>
  );
}

interface TenantsProps {
  /** Null: all tenants. */
  tenants: readonly string[] | null;
  all: string;
  /** For links that must not take the reader away. */
  beside?: typeof IN_ANOTHER_TAB;
}

export const IN_ANOTHER_TAB = { target: "_blank", rel: "noopener" } as const;

/** The tenants of a credential, each with a link to it, for operators. */
export function TenantsCell({ tenants, all, beside }: TenantsProps) {
  return (
    <td class="long">
      {tenants?.map((id, at) => (
        <>
          {at === 0 ? null : ", "}
          <a href={`/portal/t/${id}`} {...beside}>
            {id}
          </a>
        </>
      )) ?? all}
    </td>
  );
}

const TONES: Record<CredentialState, Tone> = { works: "good", waits: "warn", ended: "idle" };
const stateWords = sideBySide<CredentialState>({
  works: ["Works", "Funciona"],
  waits: ["Not at the moment", "De momento no"],
  ended: ["Ended", "Ya no funciona"],
});

export function StateBadge({ view, state }: { view: View; state: CredentialState }) {
  return <Badge tone={TONES[state]}>{stateWords[view.language][state]}</Badge>;
}

/** Where a list offers to revoke a credential, unless it has ended; and its state, unless it works. */
export function EndCell({
  view,
  state,
  children,
}: PropsWithChildren<{ view: View; state: CredentialState }>) {
  return (
    <td>
      {state === "works" ? null : <StateBadge view={view} state={state} />}
      {state === "ended" ? null : children}
    </td>
  );
}

interface RevokeProps {
  view: View;
  /** The path of the list; below it each credential is revoked under its id. */
  path: string;
  credential: { id: string; name: string };
  label: string;
  text: string;
}

/** Revokes a credential of a list, by two presses. */
export function RevokeListed(props: PropsWithChildren<RevokeProps>) {
  const { view, path, credential, label, text, children } = props;
  const { id, name } = credential;
  const action = `${path}/${id}/revoke${searchOf(view)}`;
  return (
    <AskFirst view={view} action={action} label={label} name={sayName(name)} text={text}>
      {children}
    </AskFirst>
  );
}
