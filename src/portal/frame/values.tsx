import { sayKnown } from "./say-known.ts";
import { sayName } from "./say-name.ts";

interface ValuesProps {
  value: unknown;
  /** Words for known names; other names are shown as reported. */
  names?: Readonly<Record<string, string>>;
}

/** Values of any shape that an agent reported, as nested lines. */
export function Values({ value, names = {} }: ValuesProps) {
  if (value === null || value === undefined || value === "") return <>–</>;
  if (Array.isArray(value)) return <Several values={value} names={names} />;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return <>{sayName(String(value))}</>;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return <>–</>;
  return (
    <ul class="values">
      {entries.map(([name, inner]) => (
        <li>
          <span class="soft">{sayName(sayKnown(names, name))}</span>{" "}
          <Values value={inner} names={names} />
        </li>
      ))}
    </ul>
  );
}

interface SeveralProps {
  values: readonly unknown[];
  names: Readonly<Record<string, string>>;
}

function Several({ values, names }: SeveralProps) {
  if (values.length === 0) return <>–</>;
  const plain = values.every((one) => typeof one !== "object" || one === null);
  if (plain) return <>{values.map((one) => sayName(String(one))).join(", ")}</>;
  return (
    <ul class="values">
      {values.map((one) => (
        <li>
          <Values value={one} names={names} />
        </li>
      ))}
    </ul>
  );
}
