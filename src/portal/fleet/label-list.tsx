import { sayName } from "../frame/say-name.ts";

/** Of one agent in a list; its page has all. */
const MAX_LISTED_LABELS = 4;

interface LabelsProps {
  labels: Readonly<Record<string, string>>;
  /** The list in which those that have the same label are looked for. */
  list: string;
}

/** What an agent was labelled with when it enrolled, each a way to all that have the same. */
export function LabelList({ labels, list }: LabelsProps) {
  const all = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return (
    <>
      {all.map((label, at) => (
        <>
          {at === 0 ? null : ", "}
          <a href={`${list}?${new URLSearchParams({ label }).toString()}`}>{sayName(label)}</a>
        </>
      ))}
    </>
  );
}

/** The first of them, below the name of their agent. */
export function FirstLabels({ labels, list }: LabelsProps) {
  const all = Object.entries(labels);
  if (all.length === 0) return null;
  return (
    <small class="below">
      <LabelList labels={Object.fromEntries(all.slice(0, MAX_LISTED_LABELS))} list={list} />
      {all.length > MAX_LISTED_LABELS ? ", …" : null}
    </small>
  );
}
