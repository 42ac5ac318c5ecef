import type { View } from "../frame/view.ts";
import { withQuery } from "./with-query.ts";
import { auditWords } from "./words.ts";

interface HistoryProps {
  view: View;
  /** The id of the thing, as the lines about it have it. */
  id: string;
  /** It is a person, who also does things. */
  isPerson?: boolean;
}

/** A link to the lines of the audit log about the thing, for whoever may read the log. */
export function HistoryLink({ view, id, isPerson = false }: HistoryProps) {
  const { tenantId, who } = view;
  if (who?.permissions.has("audit:read") !== true) return null;
  const words = auditWords[view.language];
  const log = tenantId === undefined ? "/portal/audit" : `/portal/t/${tenantId}/audit`;
  return (
    <p class="row">
      <a href={withQuery(log, { target: id })}>{isPerson ? words.personHistory : words.history}</a>
      {isPerson ? <a href={withQuery(log, { who: id })}>{words.deeds}</a> : null}
    </p>
  );
}
