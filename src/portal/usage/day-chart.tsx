import type { Usage } from "../../tenants/usage/answers.ts";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { usageWords } from "./words.ts";

const WIDTH = 720;
const HEIGHT = 180;
const FOOT = 26;
const TOP = 26;
const GAP = 4;
const LABEL_EVERY = 5;

/**
 * Units of each day of the month, drawn on the server; the table beside it has the same figures.
 */
export function DayChart({ view, usage }: { view: View; usage: Usage }) {
  const words = usageWords[view.language];
  const days = daysIn(usage.period);
  const units = new Map(usage.days.map((day) => [Number(day.day.slice(8)), day.units]));
  const most = Math.max(1, ...units.values());
  const step = WIDTH / days;
  const ground = HEIGHT - FOOT;
  const height = (day: number) => ((units.get(day) ?? 0) / most) * (ground - TOP);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.days}>
      <text x="0" y={TOP - 8}>
        {sayNumber(view.language, most)}
      </text>
      {Array.from({ length: days }, (_, at) => at + 1).map((day) => (
        <g>
          <rect
            class="bar"
            x={round((day - 1) * step + GAP / 2)}
            y={round(ground - height(day))}
            width={round(step - GAP)}
            height={round(height(day))}
            rx="2"
          >
            <title>{words.chart(String(day), sayNumber(view.language, units.get(day) ?? 0))}</title>
          </rect>
          {day === 1 || day % LABEL_EVERY === 0 ? (
            <text x={round((day - 0.5) * step)} y={HEIGHT - 4} text-anchor="middle">
              {day}
            </text>
          ) : null}
        </g>
      ))}
      <line class="axis" x1="0" x2={WIDTH} y1={ground} y2={ground} />
    </svg>
  );
}

function daysIn(period: string): number {
  const [year = 0, month = 1] = period.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
