import type { StateCounts } from "../../fleet/count-states.ts";
import { SILENT, SILENT_STATES, STATES } from "../../fleet/effective-state.ts";
import { Figure } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { TONES } from "./state-badge.tsx";
import { fleetWords, stateWords } from "./words.ts";

/** The states in the order of the pages: healthy ones first, ended ones last. */
export const ORDER = STATES.toReversed();

/** The number of agents that are not heard from any more. */
export function silent(counts: StateCounts): number {
  return SILENT_STATES.reduce((sum, state) => sum + counts[state], 0);
}

/** The number of agents that need attention. */
export function troubled(counts: StateCounts): number {
  return silent(counts) + counts.error;
}

/** Explains each state. */
export function StateNotes({ view }: { view: View }) {
  const words = fleetWords[view.language];
  return (
    <details>
      <summary>{words.states}</summary>
      <p class="lead">{words.statesText}</p>
    </details>
  );
}

interface StateFiguresProps {
  view: View;
  counts: StateCounts;
  /** The path of the list of the counted agents. */
  path: string;
  /** Whether states without agents are left out. */
  isShort?: boolean;
}

/** The number of agents, in all and by state; each figure links to the agents that it counts. */
export function StateFigures({ view, counts, path, isShort = false }: StateFiguresProps) {
  const words = fleetWords[view.language];
  const total = ORDER.reduce((sum, state) => sum + counts[state], 0);
  const lost = silent(counts);
  const shown = ORDER.filter((state) => !isShort || counts[state] > 0);
  return (
    <dl class="figures">
      <Figure name={words.agents} value={sayNumber(view.language, total)} href={path} />
      {isShort && lost === 0 ? null : (
        <Figure
          name={words.silent}
          value={sayNumber(view.language, lost)}
          href={`${path}?status=${SILENT}`}
          tone={lost > 0 ? "warn" : undefined}
        />
      )}
      {shown.map((state) => (
        <Figure
          name={stateWords[view.language][state]}
          value={sayNumber(view.language, counts[state])}
          href={`${path}?status=${state}`}
          tone={counts[state] > 0 ? TONES[state] : undefined}
        />
      ))}
    </dl>
  );
}
