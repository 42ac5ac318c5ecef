import { sayMonth } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { neighbour } from "./neighbour.ts";
import { usageWords } from "./words.ts";

interface MonthWaysProps {
  view: View;
  path: string;
  period: string;
  /** The running month. */
  newest: string;
  /** The month in which the tenant began. */
  oldest: string;
}

/** The month that is shown, with links to the months before and after it. */
export function MonthWays({ view, path, period, newest, oldest }: MonthWaysProps) {
  const words = usageWords[view.language];
  return (
    <nav class="row" aria-label={words.month}>
      {period > oldest ? (
        <a href={`${path}?period=${neighbour(period, -1)}`}>{words.earlier}</a>
      ) : null}
      <strong>{sayMonth(view.language, period)}</strong>
      {period < newest ? (
        <a href={`${path}?period=${neighbour(period, 1)}`}>{words.later}</a>
      ) : null}
    </nav>
  );
}
