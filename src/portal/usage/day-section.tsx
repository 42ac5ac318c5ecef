import type { Usage } from "../../tenants/usage/answers.ts";
import { Empty, Section } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { DayChart } from "./day-chart.tsx";
import { DayTable } from "./tables.tsx";
import { usageWords } from "./words.ts";

/** The days of a month as a picture and as a table. */
export function DaySection({ view, usage }: { view: View; usage: Usage }) {
  const words = usageWords[view.language];
  return (
    <Section id="days" title={words.days}>
      {usage.days.length === 0 ? (
        <Empty title={words.noDays} />
      ) : (
        <>
          <DayChart view={view} usage={usage} />
          <details>
            <summary>{words.asTable}</summary>
            <DayTable view={view} usage={usage} />
          </details>
        </>
      )}
    </Section>
  );
}
