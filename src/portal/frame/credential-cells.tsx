import type { PropsWithChildren } from "hono/jsx";
import { AskFirst } from "./ask-first.tsx";
import { sayName } from "./say-name.ts";
import type { View } from "./view.ts";

/** The head of a row about a credential: its name, and its id, by which logs name it. */
export function CredentialName({ id, children }: PropsWithChildren<{ id: string }>) {
  return (
    <th scope="row">
      {children}
      <small class="below">
        <code>{id}</code>
      </small>
    </th>
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
export function RevokeListed({ view, path, credential, label, text }: RevokeProps) {
  const { id, name } = credential;
  const action = `${path}/${id}/revoke`;
  return <AskFirst view={view} action={action} label={label} name={sayName(name)} text={text} />;
}
