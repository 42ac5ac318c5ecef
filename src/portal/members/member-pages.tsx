import type { PropsWithChildren } from "hono/jsx";
import { ROLES } from "../../access/permissions.ts";
import {
  isOfProvider,
  refuseDecision,
  type Member,
  type OpenSession,
  type SignedIn,
} from "../../access/sessions/index.ts";
import type { Page } from "../../http/contract/index.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import { SessionList } from "../account/session-list.tsx";
import { AskFirst } from "../frame/ask-first.tsx";
import { Choice, Field } from "../frame/fields.tsx";
import { BelowFault } from "../frame/form-fault.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Search } from "../frame/list-frame.tsx";
import { Copyable, Empty, MomentCell, NumberCell, Pager, Section, Table } from "../frame/parts.tsx";
import { OpenedMark } from "../frame/refuse-changed.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { RevealPage } from "../frame/reveal-page.tsx";
import { searchOf, type View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { roleWords, teamWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface MembersProps {
  view: View;
  who: SignedIn;
  page: Page<Member>;
  /** The search of the list. */
  filter: FormState;
  /** The form that invites. */
  form: FormState;
}

export function MembersPage({ view, who, page, filter, form }: MembersProps) {
  const words = teamWords(view);
  const isBare = page.total === 0 && filter.isEmpty;
  return (
    <Layout view={view} title={words.title}>
      <div class="row between">
        <h1>{words.title}</h1>
        {isBare ? null : (
          <a class="button" href="#invite">
            {words.invite}
          </a>
        )}
      </div>
      <p class="lead">{words.lead}</p>
      <section aria-label={words.title}>
        {isBare ? null : <Search view={view} search={{ form: filter, hint: words.searchHint }} />}
        {page.total === 0 ? (
          <Empty title={isBare ? words.none : frameWords[view.language].noneFits}>
            {isBare ? <p>{words.noneText}</p> : null}
          </Empty>
        ) : (
          <MemberTable view={view} who={who} members={page.items} />
        )}
        <Pager view={view} page={page} />
      </section>
      <Section id="invite" title={words.invite}>
        <p>
          {words.inviteText} {words.linkLife}
        </p>
        <PostForm view={view} action={`${membersPath(view)}/invite${searchOf(view)}`} form={form}>
          <Field
            form={form}
            name="name"
            label={words.name}
            hint={words.nameHint}
            required
            maxlength={120}
          />
          <RoleChoice view={view} form={form} />
          <button type="submit" class="primary">
            {words.invite}
          </button>
        </PostForm>
      </Section>
    </Layout>
  );
}

function RoleChoice({ view, form }: { view: View; form: FormState }) {
  const words = teamWords(view);
  const options = ROLES.map((role) => ({ value: role, label: roleWords[view.language][role] }));
  return (
    <Choice form={form} name="role" label={words.role} hint={words.roleHint} options={options} />
  );
}

type TableProps = Pick<MembersProps, "view" | "who"> & { members: Member[] };

/** The path of the list that the page belongs to. */
export function membersPath({ tenantId }: View): string {
  return tenantId === undefined ? "/portal/operators" : `/portal/t/${tenantId}/members`;
}

/** Shown for operators alone, because a person may hold some of these for another tenant. */
const HELD = ["sessions", "passkeys", "tokens"] as const;

/**
 * Only people whom the reader may manage have a link. An owner also sees colleagues who belong to
 * other tenants too.
 */
function MemberTable({ view, who, members }: TableProps) {
  const words = teamWords(view);
  const held = view.tenantId === undefined ? HELD : [];
  return (
    <Table
      label={words.title}
      columns={[
        words.name,
        words.role,
        words.seen,
        words.since,
        ...held.map((of) => ({ number: words[of] })),
      ]}
    >
      {members.map((member) => (
        <tr>
          <th scope="row">
            {refuseDecision(who, member) === undefined ? (
              <a href={`${membersPath(view)}/${member.personId}`}>{sayName(member.name)}</a>
            ) : (
              sayName(member.name)
            )}
            {member.personId === view.who?.personId ? (
              <small class="below">{words.you}</small>
            ) : null}
            {member.withdrawnAt === null ? null : <small class="below">{words.withdrawn}</small>}
          </th>
          <td>{roleWords[view.language][member.role]}</td>
          <MomentCell view={view} at={member.seenAt} />
          <MomentCell view={view} at={member.createdAt} />
          {held.map((of) => (
            <NumberCell view={view} value={member[of]} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

interface MemberProps {
  view: View;
  person: { personId: string; name: string; sessions: OpenSession[] };
  form: FormState;
}

export function MemberPage({ view, person, form, children }: PropsWithChildren<MemberProps>) {
  const words = teamWords(view);
  const path = `${membersPath(view)}/${person.personId}`;
  const title = words.manage(sayName(person.name));
  const [recover, recoverText] = isOfProvider(person.personId)
    ? [words.endAll, words.endAllText]
    : [words.recover, words.recoverText];
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <BelowFault form={form}>
        <Section id="role-title" title={words.changeRole}>
          <PostForm view={view} action={`${path}/role`} labels={form}>
            <OpenedMark form={form} />
            <RoleChoice view={view} form={form} />
            <button type="submit" class="primary">
              {words.changeRole}
            </button>
          </PostForm>
        </Section>
        <Section id="recover" title={recover}>
          <AskFirst
            view={view}
            action={`${path}/recover`}
            label={recover}
            name={sayName(person.name)}
            text={`${recoverText} ${words.tokensStay}`}
          />
        </Section>
        {person.sessions.length === 0 ? null : (
          <SessionList view={view} sessions={person.sessions} path={path} />
        )}
        {children}
        <Section id="remove" title={words.remove}>
          <AskFirst
            view={view}
            action={`${path}/remove`}
            label={words.remove}
            name={sayName(person.name)}
            text={words.removeText}
          />
        </Section>
      </BelowFault>
      <HistoryLink view={view} id={person.personId} isPerson />
    </Layout>
  );
}

export function LinkPage({ view, name, link }: { view: View; name: string; link: string }) {
  const words = teamWords(view);
  return (
    <RevealPage
      view={view}
      title={words.linkTitle}
      said={`${words.linkText(sayName(name))} ${words.linkLife} ${frameWords[view.language].once}`}
      path={membersPath(view)}
      label={words.toMembers}
    >
      <Copyable view={view} label={words.linkLabel} text={link} />
    </RevealPage>
  );
}
