import type { StateCounts } from "../../fleet/count-states.ts";
import { StateFigures } from "../fleet/state-figures.tsx";
import { fleetWords } from "../fleet/words.ts";
import { Empty, Section } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";

interface FleetCardProps {
  view: View;
  /** Null if the reader may not see agents. */
  fleet: StateCounts | null;
  mayEnrol: boolean;
}

/** The states of the tenant's agents; nothing if there are none and the reader cannot enrol any. */
export function FleetCard({ view, fleet, mayEnrol }: FleetCardProps) {
  if (fleet === null) return null;
  const words = fleetWords[view.language];
  const hasAgents = Object.values(fleet).some((count) => count > 0);
  if (!hasAgents && !mayEnrol) return null;
  const base = `/portal/t/${view.tenantId}`;
  return (
    <Section id="fleet" title={words.summary}>
      {hasAgents ? (
        <StateFigures view={view} counts={fleet} path={`${base}/collectors`} isShort />
      ) : (
        <Empty title={words.none}>
          <p>{words.noneText}</p>
          <a class="button" href={`${base}/codes#create`}>
            {words.enrol}
          </a>
        </Empty>
      )}
    </Section>
  );
}
