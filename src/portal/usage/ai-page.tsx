import type { showAiUsage } from "../../ai/usage/show-usage.ts";
import type { Refusal } from "../../http/index.ts";
import { Layout } from "../frame/layout.tsx";
import { Empty, Figure, NumberCell, Section, Table } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import { sayDay, sayNumber, sayPrice } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { MonthWays } from "./month-ways.tsx";
import { UsageTabs } from "./usage-tabs.tsx";
import { usageWords } from "./words.ts";

type AiUsage = Exclude<Awaited<ReturnType<typeof showAiUsage>>, Refusal>;

/** Providers of models are paid in this currency. */
const CURRENCY = "USD";

interface AiUsageProps {
  view: View;
  period: string;
  newest: string;
  oldest: string;
  byModel: AiUsage;
  byDay: AiUsage;
}

/** The calls of models and speech in a month, and their cost. */
export function AiUsagePage(props: AiUsageProps) {
  const { view, period, byModel, byDay } = props;
  const words = usageWords[view.language];
  return (
    <Layout view={view} title={words.ai}>
      <h1>{words.ai}</h1>
      <p class="lead">{words.aiText}</p>
      <UsageTabs view={view} isAi />
      <div class="row actions">
        <MonthWays {...props} path={`/portal/t/${view.tenantId}/usage/ai`} />
      </div>
      {byModel.total.calls === 0 ? (
        <Empty title={words.noAi} />
      ) : (
        <>
          <Figures view={view} usage={byModel} isRunning={period === byModel.budget.period} />
          <Groups view={view} id="models" title={words.models} usage={byModel} say={sayName} />
          <Groups
            view={view}
            id="days"
            title={words.aiDays}
            usage={byDay}
            say={(day) => sayDay(view.language, day)}
          />
        </>
      )}
    </Layout>
  );
}

interface FiguresProps {
  view: View;
  usage: AiUsage;
  isRunning: boolean;
}

function Figures({ view, usage: { total, budget }, isRunning }: FiguresProps) {
  const words = usageWords[view.language];
  const say = (value: number) => sayNumber(view.language, value);
  const pay = (micros: number) => sayPrice(view.language, micros, CURRENCY);
  const left = isRunning ? budget.remainingMicroUsd : null;
  return (
    <dl class="figures">
      <Figure
        name={words.calls}
        value={say(total.calls)}
        note={total.failed === 0 ? undefined : words.failed(say(total.failed))}
      />
      <Figure name={words.tokens} value={say(total.totalTokens)} />
      <Figure
        name={words.cost}
        value={pay(total.costMicroUsd)}
        note={total.unpriced === 0 ? undefined : words.unpriced(say(total.unpriced))}
      />
      {left === null ? null : (
        <Figure
          name={words.budgetLeft}
          value={pay(left)}
          note={words.ofBudget(pay(budget.limitMicroUsd ?? 0))}
        />
      )}
    </dl>
  );
}

interface GroupsProps {
  view: View;
  id: string;
  title: string;
  usage: AiUsage;
  say: (key: string) => string;
}

function Groups({ view, id, title, usage, say }: GroupsProps) {
  const words = usageWords[view.language];
  const numbers = [words.calls, words.tokens, words.cost].map((number) => ({ number }));
  return (
    <Section id={id} title={title}>
      <Table label={title} columns={[id === "days" ? words.day : words.model, ...numbers]}>
        {usage.groups.map((group) => (
          <tr>
            <th scope="row">{say(group.key)}</th>
            <NumberCell view={view} value={group.calls} />
            <NumberCell view={view} value={group.totalTokens} />
            <td class="number">{sayPrice(view.language, group.costMicroUsd, CURRENCY)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
