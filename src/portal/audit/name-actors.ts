import type { Desk } from "../frame/desk.ts";
import { nameThings, type NameOf } from "./name-things.ts";
import { actorOf } from "./things.ts";

/** The names of the actors, as far as the reader may see them. */
export function nameActors(
  { db, who, tenantId }: Desk,
  actors: readonly string[],
): Promise<NameOf> {
  const reach = who.reach === "all" ? "all" : [tenantId];
  return nameThings(
    db,
    reach,
    actors.map((actor) => actorOf({ actor })),
  );
}
