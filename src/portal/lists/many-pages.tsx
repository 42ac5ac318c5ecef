import type { BatchResult, Outcome } from "../../intel/tenant-lists/answers.ts";
import { MAX_NOTE } from "../../intel/tenant-lists/schemas.ts";
import { Area, Choice, Field } from "../frame/fields.tsx";
import { FormPage } from "../frame/form-page.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Fact, Facts, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayDetail } from "../frame/say-detail.ts";
import { sayName } from "../frame/say-name.ts";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import type { BadLine } from "./read-many.ts";
import { ExpiryField, LabelField } from "./entry-fields.tsx";
import { listWords } from "./words.ts";

/** The most lines that are shown one by one. */
const MOST_SHOWN = 500;
/** What somebody should look at comes first. */
const FIRST: readonly Outcome["state"][] = ["refused", "removed", "other_label", "repeated"];
export const FIELDS = ["mode", "action", "label", "note", "expiresAt"] as const;

export function ManyFormPage({ view, form }: { view: View; form: FormState }) {
  const words = listWords[view.language];
  const choices = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  return (
    <FormPage
      view={view}
      title={words.many}
      form={form}
      label={words.look}
      enctype="multipart/form-data"
    >
      <Area form={form} name="text" label={words.lines} hint={words.linesHint} rows={12} />
      <Field form={form} name="file" type="file" label={words.file} accept=".txt, .csv" />
      <div class="columns">
        <Choice form={form} name="action" label={words.action} options={choices(words.actions)} />
        <LabelField view={view} form={form} />
        <Choice form={form} name="mode" label={words.mode} options={choices(words.modes)} />
        <Field form={form} name="note" label={words.note} maxlength={MAX_NOTE} />
        <ExpiryField view={view} form={form} />
      </div>
    </FormPage>
  );
}

interface PreviewProps {
  view: View;
  form: FormState;
  text: string;
  result: BatchResult;
  lines: readonly number[];
  bad: readonly BadLine[];
}

/** What the lines would change, before anything is changed. */
export function ManyPreviewPage({ view, form, text, result, lines, bad }: PreviewProps) {
  const words = listWords[view.language];
  const { refused, ...counts } = result;
  const all = { ...counts, refused: refused + bad.length };
  const states = ["added", "changed", "unchanged", "removed", "skipped", "refused"] as const;
  return (
    <Layout view={view} title={words.many}>
      <h1>{words.many}</h1>
      <Section id="sum" title={words.preview} isAnswer>
        <Facts>
          {states.map((state) => (
            <Fact name={words.states[state]}>{sayNumber(view.language, all[state])}</Fact>
          ))}
        </Facts>
        <PostForm view={view} class="row">
          {FIELDS.map((name) => (
            <input type="hidden" name={name} value={form.value(name)} />
          ))}
          <input type="hidden" name="text" value={text} />
          <input type="hidden" name="confirm" value="yes" />
          <button type="submit" class="primary">
            {words.carryOut}
          </button>
          <a class="button" href={`/portal/t/${view.tenantId}/lists`}>
            {frameWords[view.language].cancel}
          </a>
        </PostForm>
      </Section>
      <section aria-label={words.lines}>
        <LineTable {...{ view, result, lines, bad }} />
      </section>
    </Layout>
  );
}

function LineTable({ view, result, lines, bad }: Omit<PreviewProps, "form" | "text">) {
  const words = listWords[view.language];
  const rows = [
    ...bad.map(({ line, value, why }) => ({ line, value, state: "refused" as const, why })),
    ...[...result.items]
      .sort((one, other) => rankOf(one) - rankOf(other))
      .slice(0, MOST_SHOWN)
      .map(({ at, value, state, reason = "" }) => {
        const line = at === undefined ? undefined : lines[at];
        return { line, value, state, why: reason === "" ? "" : sayDetail(view.language, reason) };
      }),
  ].slice(0, MOST_SHOWN);
  return (
    <Table label={words.lines} columns={[{ number: words.line }, words.value, words.becomes]}>
      {rows.map(({ line, value, state, why }) => (
        <tr>
          <td class="number">{line ?? "–"}</td>
          <td class="long">
            <code>{sayName(value)}</code>
          </td>
          <td class="long">
            {[words.states[state], why].filter((part) => part !== "").join(": ")}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function rankOf({ state }: Outcome): number {
  const at = FIRST.indexOf(state);
  return at < 0 ? FIRST.length : at;
}
