import { AskFirst } from "../frame/ask-first.tsx";
import type { PasskeyRow } from "../../access/passkeys/index.ts";
import type { OpenSession } from "../../access/sessions/index.ts";
import { Field } from "../frame/fields.tsx";
import { BelowFault } from "../frame/form-fault.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Empty, MomentCell, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { PasskeyForm } from "./passkey-form.tsx";
import { ENOUGH_PASSKEYS } from "./passkey-nudge.tsx";
import { SessionList } from "./session-list.tsx";
import { TOKENS } from "./token-pages.tsx";
import { accountWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

export const HOME = "/portal/account";

interface AccountProps {
  view: View;
  form: FormState;
  passkeys: PasskeyRow[];
  sessions: OpenSession[];
  /** Null if the reader may not add a passkey now. */
  options: object | null;
}

export function AccountPage({ view, form, passkeys, sessions, options }: AccountProps) {
  const words = accountWords[view.language];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <Section id="passkeys" title={words.passkeys}>
        {passkeys.length === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : (
          <PasskeyTable view={view} passkeys={passkeys} />
        )}
        {passkeys.length < ENOUGH_PASSKEYS ? <p class="soft">{words.two}</p> : null}
      </Section>
      <Section id="add" title={words.add}>
        <BelowFault form={form}>
          {options === null ? (
            <NotNow view={view} has={passkeys.length > 0} />
          ) : (
            <AddPasskey view={view} form={form} options={options} />
          )}
        </BelowFault>
      </Section>
      <SessionList view={view} sessions={sessions} path={HOME}>
        {sessions.some(({ isThis }) => !isThis) ? (
          <PostForm view={view} action={`${HOME}/sessions/end-others`}>
            <button type="submit">{words.endOthers}</button>
          </PostForm>
        ) : null}
      </SessionList>
      {view.who?.permissions.has("tokens:write") === true ? (
        <Section id="tokens" title={words.tokens}>
          <p>{words.tokensLead}</p>
          <a class="button" href={TOKENS}>
            {words.tokens}
          </a>
        </Section>
      ) : null}
    </Layout>
  );
}

interface AddProps extends Pick<AccountProps, "view" | "form"> {
  options: object;
}

function AddPasskey({ view, form, options }: AddProps) {
  const words = accountWords[view.language];
  return (
    <PasskeyForm
      view={view}
      action={`${HOME}/passkeys`}
      ceremony="create"
      options={options}
      label={words.add}
    >
      <Field
        form={form}
        name="name"
        label={words.name}
        hint={words.nameHint}
        required
        maxlength={60}
      />
    </PasskeyForm>
  );
}

function NotNow({ view, has }: { view: View; has: boolean }) {
  const words = accountWords[view.language];
  if (!has) return <p>{words.tooLate}</p>;
  return (
    <p>
      {words.needProof} <a href="/portal/step-up?next=%2Fportal%2Faccount">{words.stepButton}</a>
    </p>
  );
}

function PasskeyTable({ view, passkeys }: { view: View; passkeys: PasskeyRow[] }) {
  const words = accountWords[view.language];
  const columns = [words.name, words.added, words.used, words.remove];
  return (
    <Table label={words.passkeys} columns={columns}>
      {passkeys.map((passkey) => (
        <tr>
          <th scope="row">{sayName(passkey.name)}</th>
          <MomentCell view={view} at={passkey.createdAt} />
          <MomentCell view={view} at={passkey.usedAt} />
          <td>
            <AskFirst
              view={view}
              action={`${HOME}/passkeys/${passkey.id}/remove`}
              label={words.remove}
              name={sayName(passkey.name)}
              text={words.removeText}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
