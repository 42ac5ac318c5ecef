import type { Usage } from "../../tenants/usage/answers.ts";
import type { View } from "../frame/view.ts";
import { keyWords } from "./words.ts";

const DAYS = 31;
const STEP = 4;
const BAR = 3;
const HEIGHT = 20;
/** So that a day with one call among thousands is still visible. */
const LEAST = 2;

interface DaySparkProps {
  view: View;
  days: Usage["days"];
}

/** A month's calls with a key by day, as a picture; the page of the key has the figures. */
export function DaySpark({ view, days }: DaySparkProps) {
  if (days.length === 0) return null;
  const most = Math.max(...days.map(({ calls }) => calls));
  const height = (calls: number) => Math.max(LEAST, Math.round((calls / most) * HEIGHT));
  const said = keyWords[view.language].byDay(days.length);
  return (
    <svg class="spark" viewBox={`0 0 ${DAYS * STEP} ${HEIGHT}`} role="img" aria-label={said}>
      {days.map(({ day, calls }) => (
        <rect
          class="bar"
          x={(Number(day.slice(8)) - 1) * STEP}
          y={HEIGHT - height(calls)}
          width={BAR}
          height={height(calls)}
        />
      ))}
      <line class="axis" x1="0" x2={DAYS * STEP} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  );
}
