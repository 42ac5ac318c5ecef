import type { View } from "../frame/view.ts";
import type { NameOf } from "./name-things.ts";
import { ThingName } from "./thing-name.tsx";
import { actorOf } from "./things.ts";

interface ActorProps {
  view: View;
  /** The actor as it is written in the audit log. */
  actor: string;
  nameOf: NameOf;
}

/** The name of whoever did something in the tenant, with a link. */
export function ActorName({ view, actor, nameOf }: ActorProps) {
  const { tenantId = null } = view;
  return <ThingName view={view} thing={actorOf({ actor })} nameOf={nameOf} tenantId={tenantId} />;
}
