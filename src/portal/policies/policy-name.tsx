import { fleetWords } from "../fleet/words.ts";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";

interface PolicyNameProps {
  view: View;
  id: string;
  /** Missing for the product's own policy. */
  name: string | null | undefined;
}

/** The name of a policy with a link to it; the product's own has no link. */
export function PolicyName({ view, id, name }: PolicyNameProps) {
  if (name == null) return <>{fleetWords[view.language].noPolicy}</>;
  return <a href={`/portal/t/${view.tenantId}/policies/${id}`}>{sayName(name)}</a>;
}
