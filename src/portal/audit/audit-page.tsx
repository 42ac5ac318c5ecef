import type { AuditLine } from "../../access/audit.ts";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters, Period, TenantField } from "../frame/list-frame.tsx";
import { Empty, Moment, Table } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import { Tabs } from "../frame/tabs.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { actionWords } from "./action-words.ts";
import { AuditFiles, auditFile } from "./audit-files.tsx";
import { DetailList } from "./detail-list.tsx";
import { filesFor } from "./export-parts.ts";
import type { NameOf } from "./name-things.ts";
import { ThingName } from "./thing-name.tsx";
import { actorOf, targetOf } from "./things.ts";
import { withQuery } from "../frame/with-query.ts";
import { auditWords } from "./words.ts";

/** Chosen in the place of an action, it leaves out the looks of operators. */
export const CHANGES = "changes";

/** A part of the log, read by a cursor, so that new lines do not show any line twice. */
export interface AuditPart {
  lines: AuditLine[];
  total: number;
  nameOf: NameOf;
  /** Undefined for the part with the newest lines. */
  cursor: string | undefined;
  /** Undefined if there are no older lines. */
  next: string | undefined;
}

interface AuditProps {
  view: View;
  form: FormState;
  part: AuditPart;
}

export function AuditPage({ view, form, part }: AuditProps) {
  const words = auditWords[view.language];
  const isSplit = filesFor(part.total) > 1;
  return (
    <Layout view={view} title={words.title}>
      <div class="row between">
        <h1>{words.title}</h1>
        {part.total === 0 ? null : (
          <a class="button" href={auditFile(view.path, {})} download>
            {frameWords[view.language].csv}
          </a>
        )}
      </div>
      <p class="lead">{words.lead}</p>
      <Views view={view} asked={form.given("action")} />
      <section aria-label={words.title}>
        <Filters view={view} chosen={form}>
          <Field
            form={form}
            name="who"
            label={words.actor}
            hint={words.actorHint}
            maxlength={512}
          />
          <Choice form={form} name="action" label={words.action} options={actions(view, form)} />
          <Field
            form={form}
            name="target"
            label={words.target}
            hint={view.tenantId === undefined ? words.targetOfAllHint : words.targetHint}
            maxlength={256}
          />
          <Period view={view} form={form} />
          {view.tenantId === undefined ? <TenantField view={view} form={form} /> : null}
        </Filters>
        {part.total === 0 ? (
          <Empty title={words.none} />
        ) : (
          <>
            <p class="soft">{words.lines(sayNumber(view.language, part.total))}</p>
            {part.lines.length === 0 ? null : <AuditTable view={view} part={part} />}
          </>
        )}
        <Parts view={view} part={part} />
      </section>
      {isSplit ? <AuditFiles view={view} part={part} /> : null}
    </Layout>
  );
}

/** Tabs that show all lines, or leave out the looks of operators, which are most of many logs. */
function Views({ view, asked }: { view: View; asked: string | undefined }) {
  const words = auditWords[view.language];
  const tab = (name: string, action?: string) => ({
    name,
    href: withQuery(view.path, { action, cursor: undefined }),
    current: asked === action,
  });
  const tabs = [tab(words.everything), tab(words.changes, CHANGES)];
  return <Tabs label={words.views} tabs={tabs} />;
}

function actions(view: View, form: FormState) {
  const known = Object.entries(actionWords[view.language])
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, view.language));
  const asked = form.given("action");
  const changes = { value: CHANGES, label: auditWords[view.language].changes };
  const other =
    asked === undefined || asked === CHANGES || Object.hasOwn(actionWords.en, asked)
      ? []
      : [{ value: asked, label: asked }];
  return [{ value: "", label: frameWords[view.language].all }, changes, ...other, ...known];
}

function AuditTable({ view, part }: Pick<AuditProps, "view" | "part">) {
  const words = auditWords[view.language];
  const ofAll = view.tenantId === undefined;
  const tenant = ofAll ? [words.tenant] : [];
  const columns = [words.at, words.actor, ...tenant, words.action, words.target];
  return (
    <Table label={words.title} columns={columns}>
      {part.lines.map((line) => (
        <Line view={view} line={line} nameOf={part.nameOf} ofAll={ofAll} />
      ))}
    </Table>
  );
}

interface LineProps {
  view: View;
  line: AuditLine;
  nameOf: NameOf;
  ofAll: boolean;
}

function Line({ view, line, nameOf, ofAll }: LineProps) {
  const { tenantId, action, detail } = line;
  const target = targetOf(line);
  return (
    <tr>
      <th scope="row">
        <Moment view={view} at={line.at} />
      </th>
      <td>
        <ThingName view={view} thing={actorOf(line)} nameOf={nameOf} tenantId={tenantId} />
      </td>
      {ofAll ? (
        <td>
          {tenantId === null ? (
            "–"
          ) : (
            <a href={`/portal/t/${encodeURIComponent(tenantId)}`}>{tenantId}</a>
          )}
        </td>
      ) : null}
      <td>{actionWords[view.language][action] ?? action}</td>
      <td class="long">
        {target === undefined ? null : (
          <ThingName view={view} thing={target} nameOf={nameOf} tenantId={tenantId} />
        )}
        {detail === null ? null : <DetailList view={view} detail={detail} />}
      </td>
    </tr>
  );
}

function Parts({ view, part: { cursor, next } }: Pick<AuditProps, "view" | "part">) {
  const words = auditWords[view.language];
  if (cursor === undefined && next === undefined) return null;
  return (
    <nav class="pager" aria-label={words.pages}>
      {cursor === undefined ? null : (
        <a href={withQuery(view.path, { cursor: undefined })}>{words.newest}</a>
      )}
      {next === undefined ? null : (
        <a rel="next" href={withQuery(view.path, { cursor: next })}>
          {words.older}
        </a>
      )}
    </nav>
  );
}
