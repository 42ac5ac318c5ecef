import type { View } from "../frame/view.ts";
import type { NameOf } from "./name-things.ts";
import { ThingName } from "./thing-name.tsx";
import { actorOf } from "./things.ts";

interface ActorProps {
  view: View;
  /** As it is written down. */
  actor: string;
  nameOf: NameOf;
}

/** Who did something of a tenant. */
export function ActorName({ view, actor, nameOf }: ActorProps) {
  const { tenantId = null } = view;
  return <ThingName view={view} thing={actorOf({ actor })} nameOf={nameOf} tenantId={tenantId} />;
}
