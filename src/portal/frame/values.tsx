import { sayName } from "./say-name.ts";

/** Whatever an agent reported, as nested lines: names we do not know beforehand, and no JSON. */
export function Values({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === "") return <>–</>;
  if (Array.isArray(value)) return <Several values={value} />;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return <>{sayName(String(value))}</>;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return <>–</>;
  return (
    <ul class="values">
      {entries.map(([name, inner]) => (
        <li>
          <span class="soft">{name}</span> <Values value={inner} />
        </li>
      ))}
    </ul>
  );
}

function Several({ values }: { values: readonly unknown[] }) {
  if (values.length === 0) return <>–</>;
  const plain = values.every((one) => typeof one !== "object" || one === null);
  if (plain) return <>{values.map((one) => sayName(String(one))).join(", ")}</>;
  return (
    <ul class="values">
      {values.map((one) => (
        <li>
          <Values value={one} />
        </li>
      ))}
    </ul>
  );
}
