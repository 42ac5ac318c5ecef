import type { StateCounts } from "../../fleet/count-states.ts";
import { STATES } from "../../fleet/effective-state.ts";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { fleetWords, stateWords } from "./words.ts";

/** What is well first, what is over last. */
export const ORDER = STATES.toReversed();

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
  const shown = ORDER.filter((state) => !isShort || counts[state] > 0);
  return (
    <dl class="figures">
      <div>
        <dt>{words.total}</dt>
        <dd>
          <a href={path}>{sayNumber(view.language, total)}</a>
        </dd>
      </div>
      {shown.map((state) => (
        <div>
          <dt>{stateWords[view.language][state]}</dt>
          <dd>
            <a href={`${path}?status=${state}`}>{sayNumber(view.language, counts[state])}</a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
