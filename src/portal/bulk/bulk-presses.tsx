import { BULK_ACTIONS, mayOrder } from "../../fleet/bulk/actions.ts";
import { Choice } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { actionWords, bulkWords } from "./words.ts";

/** Where the bulk orders of the reader's page are: of its tenant, or of all. */
export function bulkPath({ tenantId }: Pick<View, "tenantId">): string {
  return tenantId === undefined ? "/portal/fleet/bulk" : `/portal/t/${tenantId}/bulk`;
}

export function mayBulk({ who }: View): boolean {
  return who?.permissions.has("fleet:write") === true;
}

interface PressesProps {
  view: View;
  form: FormState;
  total: number;
}

/** Below a list of agents: what is to be done, and to which of them. */
export function BulkPresses({ view, form, total }: PressesProps) {
  const { language, who } = view;
  const words = bulkWords[language];
  const open = BULK_ACTIONS.filter((one) => who && mayOrder(who, one) === undefined);
  const options = open.map((value) => ({ value, label: actionWords[language][value] }));
  return (
    <div class="filters">
      <Choice form={form} name="action" label={words.choose} options={options} />
      <button type="submit">{words.ticked}</button>
      <button type="submit" name="all" value="all">
        {words.all(sayNumber(language, total))}
      </button>
    </div>
  );
}
