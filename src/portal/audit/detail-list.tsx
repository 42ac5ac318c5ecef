import { sayFinders } from "../documents/who-finds.ts";
import { Moment } from "../frame/parts.tsx";
import { sayKnown } from "../frame/say-known.ts";
import { Values } from "../frame/values.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { roleWords } from "../members/words.ts";
import { maskToScopes } from "../../tenants/gate/modules.ts";
import { detailNames, sayValue } from "./detail-words.ts";

/** The details of a line, one for each fact. */
export function DetailList({ view, detail }: { view: View; detail: Record<string, unknown> }) {
  const entries = Object.entries(detail);
  if (entries.length === 0) return null;
  return (
    <ul class="values below">
      {entries.map(([name, value]) => (
        <li>
          <span class="soft">{sayKnown(detailNames[view.language], name)}</span>{" "}
          <Value view={view} name={name} value={value} />
        </li>
      ))}
    </ul>
  );
}

const IS_TIME = /(?:At|Since|Before)$/;
const IS_ROLE = new Set(["role", "from", "to"]);
/**
 * Facts whose values are words of the product. Other values are not translated, because a customer
 * may have written the same word.
 */
const IS_OURS = new Set([
  "action",
  "by",
  "category",
  "evidence",
  "kind",
  "label",
  "order",
  "status",
  "tool",
]);

function Value({ view, name, value }: { view: View; name: string; value: unknown }) {
  const { language } = view;
  if (typeof value === "boolean")
    return <>{value ? frameWords[language].yes : frameWords[language].no}</>;
  if (IS_TIME.test(name) && isTime(value)) return <Moment view={view} at={value} />;
  if (name === "scopes" && typeof value === "number") return <Values value={maskToScopes(value)} />;
  if (name === "acl" && (value === null || isNames(value)))
    return <Values value={sayFinders(language, value)} />;
  if (name === "fields" && Array.isArray(value)) {
    const names = value.map((one) => sayKnown(detailNames[language], String(one)));
    return <Values value={names} />;
  }
  if (typeof value !== "string") return <Values value={value} names={detailNames[language]} />;
  if (IS_ROLE.has(name)) return <Values value={sayKnown(roleWords[language], value)} />;
  return <Values value={IS_OURS.has(name) ? sayValue(language, value) : value} />;
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTime(value: unknown): value is number | string {
  if (typeof value === "number") return Number.isSafeInteger(value) && value > 0;
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
