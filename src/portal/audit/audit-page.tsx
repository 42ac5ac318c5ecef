import type { AuditLine } from "../../access/audit.ts";
import type { Page } from "../../http/contract/index.ts";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters } from "../frame/list-frame.tsx";
import { Empty, Moment, Pager, Table } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { auditWords } from "./words.ts";

interface AuditProps {
  view: View;
  form: FormState;
  page: Page<AuditLine>;
}

export function AuditPage({ view, form, page }: AuditProps) {
  const words = auditWords[view.language];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <section aria-label={words.title}>
        <Filters view={view}>
          <Field
            form={form}
            name="action"
            label={words.action}
            hint={words.actionHint}
            maxlength={64}
          />
          {view.tenantId === undefined ? (
            <Field form={form} name="tenant" label={words.tenant} maxlength={64} />
          ) : null}
        </Filters>
        {page.total === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : (
          <AuditTable view={view} lines={page.items} />
        )}
        <Pager view={view} page={page} />
      </section>
    </Layout>
  );
}

function AuditTable({ view, lines }: { view: View; lines: AuditLine[] }) {
  const words = auditWords[view.language];
  const ofAll = view.tenantId === undefined;
  const tenant = ofAll ? [words.tenant] : [];
  const columns = [words.at, words.actor, ...tenant, words.action, words.target];
  return (
    <Table label={words.title} columns={columns}>
      {lines.map((line) => (
        <tr>
          <td>
            <Moment view={view} at={line.at} />
          </td>
          <td>
            <code class="long">{line.actor}</code>
          </td>
          {ofAll ? <td>{line.tenantId ?? "–"}</td> : null}
          <td>{line.action}</td>
          <td>
            {line.target === null ? null : <code class="long">{line.target}</code>}
            {line.detail === null ? null : (
              <small class="below long">{JSON.stringify(line.detail)}</small>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
