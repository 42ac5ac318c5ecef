import type { Usage } from "../../tenants/usage/answers.ts";
import { Layout } from "../frame/layout.tsx";
import { Figure } from "../frame/parts.tsx";
import { QuotaAlert, QuotaUsed, sayUnreported } from "../frame/quota-bar.tsx";
import { sayMoney, sayNumber, sayPrice } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { DaySection } from "./day-section.tsx";
import { MonthWays } from "./month-ways.tsx";
import { KeyUsageTable, ModuleTable, MonthTable } from "./tables.tsx";
import { UsageTabs } from "./usage-tabs.tsx";
import { usageWords } from "./words.ts";

export interface UsageProps {
  view: View;
  usage: Usage;
  /** The running month and those before it. */
  months: Usage[];
  /** The month in which the tenant began. */
  oldest: string;
  /** Names of keys that are not deleted; undefined if the reader may not see keys. */
  keyNames: ReadonlyMap<string, string> | undefined;
}

export function UsagePage(props: UsageProps) {
  const { view, usage, months } = props;
  const words = usageWords[view.language];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <UsageTabs view={view} />
      <MonthBar {...props} />
      {usage.period === months[0]?.period ? <QuotaAlert view={view} usage={usage} /> : null}
      <section aria-label={words.quota}>
        <QuotaUsed view={view} usage={usage} label={words.quota} />
      </section>
      <Figures view={view} usage={usage} />
      <DaySection view={view} usage={usage} />
      {usage.days.length === 0 ? null : (
        <>
          <ModuleTable view={view} usage={usage} />
          <KeyUsageTable {...props} />
        </>
      )}
      <MonthTable {...props} />
    </Layout>
  );
}

function MonthBar({ view, usage, months, oldest }: UsageProps) {
  const path = `/portal/t/${view.tenantId}/usage`;
  const { period } = usage;
  const newest = months[0]?.period ?? period;
  return (
    <div class="row between">
      <MonthWays {...{ view, path, period, newest, oldest }} />
      <a class="button" href={`${path}.csv?period=${period}`} download>
        {frameWords[view.language].csv}
      </a>
    </div>
  );
}

function Figures({ view, usage }: { view: View; usage: Usage }) {
  const words = usageWords[view.language];
  const { language } = view;
  const { forecast, currency } = usage;
  const messages = words.messages(sayNumber(language, usage.inspections));
  const units = words.forecastUnits(sayNumber(language, forecast.units));
  return (
    <>
      {usage.frozen ? <p class="soft">{words.frozen}</p> : null}
      <dl class="figures">
        <Figure
          name={words.remaining}
          value={sayNumber(language, usage.remaining)}
          note={sayUnreported(language, usage)}
        />
        <Figure name={words.cost} value={sayMoney(language, usage.cost, currency)} />
        <Figure
          name={words.costPerMessage}
          value={
            usage.costPerMessage === null ? "–" : sayPrice(language, usage.costPerMessage, currency)
          }
          note={usage.costPerMessage === null ? words.noMessages : messages}
        />
        {usage.frozen ? null : (
          <Figure
            name={words.forecast}
            value={sayMoney(language, forecast.cost, currency)}
            note={forecast.exceedsQuota ? `${units}, ${words.exceeds}` : units}
          />
        )}
        <Figure
          name={words.unitPrice}
          value={sayPrice(language, usage.unitPrice, currency)}
          note={usage.frozen ? words.lastPriceText : words.unitPriceText}
        />
      </dl>
    </>
  );
}
