import type { BulkAction } from "../../fleet/bulk/actions.ts";
import type { Preview } from "../../fleet/bulk/preview-order.ts";
import { FormFault } from "../frame/form-fault.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { FOCUSED, NumberCell, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayNumber } from "../frame/say.ts";
import { searchOf, type View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { bulkPath } from "./bulk-presses.tsx";
import { actionTexts, actionWords, bulkWords } from "./words.ts";

export interface AskProps {
  view: View;
  action: BulkAction;
  preview: Preview;
  /** Those that were ticked; undefined for all that the filter in the address finds. */
  agentIds: readonly string[] | undefined;
  /** With the refusal of the first try. */
  form: FormState;
}

/** Names how many agents an order would have, and whose they are, before it is given. */
export function AskPage({ view, action, preview, agentIds, form }: AskProps) {
  const words = bulkWords[view.language];
  const say = (value: number) => sayNumber(view.language, value);
  const { count, missing, most } = preview;
  const title = `${actionWords[view.language][action]}: ${words.counted(say(count))}`;
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title} {...(form.fault === undefined ? FOCUSED : {})}>
        <FormFault form={form} />
        <p>{count === 0 ? words.nobody : actionTexts[view.language][action]}</p>
        {missing > 0 ? <p>{words.missing(say(missing))}</p> : null}
        {count > most ? <p role="alert">{words.tooMany(say(most))}</p> : null}
        <Owners view={view} preview={preview} />
        <PostForm view={view} action={`${bulkPath(view)}${searchOf(view)}`} class="row">
          <input type="hidden" name="action" value={action} />
          <input type="hidden" name="expected" value={String(count)} />
          {agentIds === undefined ? <input type="hidden" name="all" value="all" /> : null}
          {agentIds?.map((id) => (
            <input type="hidden" name="agent" value={id} />
          ))}
          {count === 0 || count > most ? null : (
            <button type="submit" class={action === "resolve_conflict" ? "primary" : "danger"}>
              {title}
            </button>
          )}
          <a class="button" href={listOf(view)}>
            {frameWords[view.language].cancel}
          </a>
        </PostForm>
      </section>
    </Layout>
  );
}

function Owners({ view, preview: { count, tenants } }: Pick<AskProps, "view" | "preview">) {
  const words = bulkWords[view.language];
  if (tenants.length === 0) return null;
  const shown = tenants.reduce((sum, tenant) => sum + tenant.count, 0);
  return (
    <>
      <Table label={words.ofTenants} columns={[words.tenant, { number: words.agents }]}>
        {tenants.map(({ tenantId, count: many }) => (
          <tr>
            <th scope="row">{tenantId}</th>
            <NumberCell view={view} value={many} />
          </tr>
        ))}
      </Table>
      {shown < count ? <p class="soft">{words.moreTenants}</p> : null}
    </>
  );
}

/** The list that the reader came from, with its filter. */
function listOf(view: View): string {
  const above = view.tenantId === undefined ? "/portal/fleet" : `/portal/t/${view.tenantId}`;
  return `${above}/collectors${searchOf(view)}`;
}
