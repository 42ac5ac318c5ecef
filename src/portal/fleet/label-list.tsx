import { sayName } from "../frame/say-name.ts";

/** In a list of agents; an agent's page shows all. */
const MAX_LISTED_LABELS = 4;

interface LabelsProps {
  labels: Readonly<Record<string, string>>;
  /** The path of the list that is filtered by the label. */
  list: string;
}

/** The labels of an agent, each with a link to all agents with the same label. */
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

/** The first labels, below the name of the agent. */
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
