import type { Named } from "../../access/name-rows.ts";
import { sayPage } from "../frame/navigation.tsx";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { linkOf } from "./link-of.ts";
import type { NameOf } from "./name-things.ts";
import type { Thing } from "./things.ts";
import { auditWords, kindWords } from "./words.ts";

interface ThingProps {
  view: View;
  thing: Thing;
  nameOf: NameOf;
  tenantId: string | null;
}

/** The name of a thing with a link to it, and below it the kind and the id. */
export function ThingName({ view, thing, nameOf, tenantId }: ThingProps) {
  const { kind, id } = thing;
  const named = nameOf(thing);
  const said = sayNamed(view, thing, named?.name);
  const href = hasPage(thing, named, tenantId) ? linkOf(view, thing, tenantId) : undefined;
  const label = said ?? <code class="long">{id}</code>;
  const below = kindWords[view.language][kind];
  return (
    <>
      {href === undefined ? label : <a href={href}>{label}</a>}
      {below === "" && said === undefined ? null : (
        <small class="below">
          {below}{" "}
          {said === undefined || kind === "key_version" ? null : <code class="long">{id}</code>}
        </small>
      )}
    </>
  );
}

const NAMED = new Set<Thing["kind"]>([
  "person",
  "agent",
  "api_key",
  "dictionary",
  "enrollment_code",
  "policy",
  "webhook",
]);

/**
 * Whether the thing has a page. A thing that should have a name and has none is gone, or out of the
 * reader's reach.
 */
function hasPage({ kind, ended }: Thing, named: Named | undefined, tenantId: string | null) {
  if (ended === true) return false;
  if (named === undefined) return !NAMED.has(kind);
  const { stands, tenants } = named;
  return (
    stands && (tenants === undefined || (tenants?.includes(tenantId ?? "") ?? tenantId === null))
  );
}

function sayNamed(view: View, { kind, id }: Thing, name: string | undefined): string | undefined {
  if (kind === "key_version") return auditWords[view.language].version(id);
  if (kind === "page") return sayPage(view, (id.split(" ").at(-1) ?? "").replace(/\.csv$/, ""));
  if (name === undefined) return undefined;
  return kind === "enrollment_code" ? `…${name}` : sayName(name);
}
