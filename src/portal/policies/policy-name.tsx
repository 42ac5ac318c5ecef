import { fleetWords } from "../fleet/words.ts";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";

interface PolicyNameProps {
  view: View;
  id: string;
  /** There is none where nobody wrote it. */
  name: string | null | undefined;
}

/** By its name, with a way to it; the one that nobody wrote has none. */
export function PolicyName({ view, id, name }: PolicyNameProps) {
  if (name == null) return <>{fleetWords[view.language].noPolicy}</>;
  return <a href={`/portal/t/${view.tenantId}/policies/${id}`}>{sayName(name)}</a>;
}
