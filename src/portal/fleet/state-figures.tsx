import type { StateCounts } from "../../fleet/count-states.ts";
import { SILENT, SILENT_STATES, STATES } from "../../fleet/effective-state.ts";
import { Figure } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { TONES } from "./state-badge.tsx";
import { fleetWords, stateWords } from "./words.ts";

/** What is well first, what is over last. */
export const ORDER = STATES.toReversed();

/** How many agents are not heard of any more. */
export function silent(counts: StateCounts): number {
  return SILENT_STATES.reduce((sum, state) => sum + counts[state], 0);
}

/** How many agents want looking after. */
export function troubled(counts: StateCounts): number {
  return silent(counts) + counts.error;
}

/** What each state is, for whoever has not learned the words. */
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
  /** The list of the collectors that are counted. */
  path: string;
  /** Whether states that no agent is in are left out. */
  isShort?: boolean;
}

/** How many agents there are and in which state, each figure a way to those that it counts. */
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
