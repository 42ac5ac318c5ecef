import { codeStatus } from "../../fleet/codes/code-status.ts";
import type { CodeRow } from "../../fleet/codes/code-store.ts";
import { DEFAULT_POLICY_ID } from "../../fleet/policies/pick-policy.ts";
import type { Page } from "../../http/contract/index.ts";
import { DAY_MS } from "../../platform/index.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Search } from "../frame/list-frame.tsx";
import { Badge, Empty, MomentCell, Pager, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayNumber } from "../frame/say.ts";
import { searchOf, type View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { PolicyName } from "../policies/policy-name.tsx";
import { codeStatusWords, codeWords } from "./words.ts";

interface CodesProps {
  view: View;
  /** The search of the list. */
  filter: FormState;
  /** The form that makes a code. */
  form: FormState;
  page: Page<CodeRow>;
  /** The policies that a code may name. */
  policies: readonly { value: string; label: string }[];
  now: number;
}

export function CodesPage({ view, filter, form, page, policies, now }: CodesProps) {
  const words = codeWords[view.language];
  const isBare = page.total === 0 && filter.isEmpty;
  return (
    <Layout view={view} title={words.title}>
      <div class="row between">
        <h1>{words.title}</h1>
        {isBare ? null : (
          <a class="button" href="#create">
            {words.create}
          </a>
        )}
      </div>
      <p class="lead">{words.lead}</p>
      <section aria-label={words.title}>
        {isBare ? null : <Search view={view} search={{ form: filter, hint: words.searchHint }} />}
        {page.total === 0 ? (
          <Empty title={isBare ? words.none : frameWords[view.language].noneFits} />
        ) : (
          <CodeTable view={view} codes={page.items} policies={policies} now={now} />
        )}
        <Pager view={view} page={page} />
      </section>
      <Section id="create" title={words.create}>
        <CodeForm view={view} form={form} policies={policies} />
      </Section>
    </Layout>
  );
}

function CodeForm({ view, form, policies }: Pick<CodesProps, "view" | "form" | "policies">) {
  const words = codeWords[view.language];
  return (
    <PostForm
      view={view}
      action={`/portal/t/${view.tenantId}/codes/new${searchOf(view)}`}
      form={form}
    >
      <Field form={form} name="roles" label={words.roles} hint={words.rolesHint} />
      <Field
        form={form}
        name="region"
        label={words.region}
        hint={words.regionHint}
        maxlength={64}
      />
      <Field
        form={form}
        name="maxUses"
        type="number"
        min={1}
        label={words.maxUses}
        hint={words.maxUsesHint}
      />
      <Field
        form={form}
        name="ttlSeconds"
        type="number"
        min={1}
        max={90}
        label={words.days}
        hint={words.daysHint}
      />
      <Choice
        form={form}
        name="policyId"
        label={words.policy}
        hint={words.policyHint}
        options={[{ value: "", label: words.policyByRole }, ...policies]}
      />
      <button type="submit" class="primary">
        {words.create}
      </button>
    </PostForm>
  );
}

interface CodeTableProps extends Pick<CodesProps, "view" | "policies" | "now"> {
  codes: CodeRow[];
}

function CodeTable({ view, codes, policies, now }: CodeTableProps) {
  const words = codeWords[view.language];
  const columns = [
    words.code,
    words.roles,
    words.region,
    words.policy,
    words.used,
    words.status,
    words.expires,
    words.revoke,
  ];
  const names = new Map(policies.map(({ value, label }) => [value, label]));
  return (
    <Table label={words.title} columns={columns}>
      {codes.map((code) => (
        <CodeLine view={view} code={code} names={names} now={now} />
      ))}
    </Table>
  );
}

interface CodeLineProps {
  view: View;
  code: CodeRow;
  names: ReadonlyMap<string, string>;
  now: number;
}

function CodeLine({ view, code, names, now }: CodeLineProps) {
  const words = codeWords[view.language];
  const status = codeStatus(code, now);
  return (
    <tr>
      <th scope="row">
        <code>…{code.last4}</code>
        <br />
        <a href={addressLike(view, code)}>{words.another}</a>
      </th>
      <td>{code.roles.join(", ")}</td>
      <td>{code.region}</td>
      <td>
        <CodePolicy view={view} id={code.policyId} names={names} />
      </td>
      <td>
        <Uses view={view} code={code} />
      </td>
      <td>
        <Badge tone={status === "active" ? "good" : "idle"}>
          {codeStatusWords[view.language][status]}
        </Badge>
      </td>
      <MomentCell view={view} at={code.expiresAt} />
      <td>
        {status === "active" ? (
          <AskFirst
            view={view}
            action={`/portal/t/${view.tenantId}/codes/${code.id}/revoke${searchOf(view)}`}
            label={words.revoke}
            name={`…${code.last4}`}
            text={words.revokeText}
          />
        ) : null}
      </td>
    </tr>
  );
}

/** How often a code was used, with a link to the agents that enrolled with it. */
function Uses({ view, code: { id, used, maxUses } }: { view: View; code: CodeRow }) {
  const said = `${sayNumber(view.language, used)} / ${sayNumber(view.language, maxUses)}`;
  const may = used > 0 && view.who?.permissions.has("fleet:read") === true;
  return may ? (
    <a href={`/portal/t/${view.tenantId}/collectors?code=${id}`}>{said}</a>
  ) : (
    <>{said}</>
  );
}

/**
 * The address of the form below, filled in like this code: a code cannot be changed, only made
 * again.
 */
function addressLike({ tenantId }: View, code: CodeRow): string {
  const days = Math.round((code.expiresAt - code.createdAt) / DAY_MS);
  const chosen = new URLSearchParams({
    roles: code.roles.join(", "),
    region: code.region,
    maxUses: String(code.maxUses),
    ttlSeconds: String(Math.max(1, days)),
    policyId: code.policyId ?? "",
  });
  return `/portal/t/${tenantId}/codes?${chosen.toString()}#create`;
}

interface CodePolicyProps extends Pick<CodeLineProps, "view" | "names"> {
  id: string | null;
}

/** The policy of a code. If the code has ended, the policy may have been deleted. */
function CodePolicy({ view, id, names }: CodePolicyProps) {
  if (id === null) return <>{codeWords[view.language].policyByRole}</>;
  if (id !== DEFAULT_POLICY_ID && !names.has(id)) return <>–</>;
  return <PolicyName view={view} id={id} name={names.get(id)} />;
}
