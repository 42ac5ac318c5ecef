import type { View } from "../frame/view.ts";
import { withQuery } from "../frame/with-query.ts";
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
  const history = linesAbout(view, { target: id });
  if (history === undefined) return null;
  const words = auditWords[view.language];
  return (
    <p class="row">
      <a href={history}>{isPerson ? words.personHistory : words.history}</a>
      {isPerson ? <a href={linesAbout(view, { who: id })}>{words.deeds}</a> : null}
    </p>
  );
}

/** The address of these lines; undefined for readers who may not read the log. */
export function linesAbout(
  { tenantId, who }: View,
  about: { target: string; tenant?: string | undefined } | { who: string },
): string | undefined {
  if (who?.permissions.has("audit:read") !== true) return undefined;
  return withQuery(tenantId === undefined ? "/portal/audit" : `/portal/t/${tenantId}/audit`, about);
}
