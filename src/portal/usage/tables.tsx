import { PORTAL_KEY } from "../../tenants/gate/gate.ts";
import { MODULES } from "../../tenants/gate/modules.ts";
import type { Usage } from "../../tenants/usage/answers.ts";
import { Coded } from "../frame/coded.tsx";
import { MomentCell, NumberCell, Section, Table } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import { sayDay, sayMoney, sayMonth, sayShare } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { moduleWords } from "../try/module-words.ts";
import type { UsageProps } from "./usage-page.tsx";
import { usageWords } from "./words.ts";

interface TableProps {
  view: View;
  usage: Usage;
}

export function DayTable({ view, usage }: TableProps) {
  const words = usageWords[view.language];
  const columns = [
    words.day,
    { number: words.calls },
    { number: words.units },
    { number: words.inspections },
    { number: words.cost },
  ];
  return (
    <Table label={words.days} columns={columns}>
      {usage.days.map((day) => (
        <tr>
          <th scope="row">{sayDay(view.language, day.day)}</th>
          <NumberCell view={view} value={day.calls} />
          <NumberCell view={view} value={day.units} />
          <NumberCell view={view} value={day.inspections} />
          <td class="number">{sayMoney(view.language, day.cost, usage.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}

export function ModuleTable({ view, usage }: TableProps) {
  const words = usageWords[view.language];
  const all = MODULES.reduce((sum, module) => sum + usage.modules[module], 0);
  return (
    <Section id="modules" title={words.modules}>
      <Table
        label={words.modules}
        columns={[words.module, { number: words.units }, { number: words.share }]}
      >
        {MODULES.map((module) => (
          <tr>
            <th scope="row">
              <Coded code={module} names={moduleWords[view.language]} />
            </th>
            <NumberCell view={view} value={usage.modules[module]} />
            <td class="number">{sayShare(view.language, usage.modules[module], all)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

export function KeyUsageTable({ view, usage, keyNames }: UsageProps) {
  const words = usageWords[view.language];
  const columns = [
    words.key,
    { number: words.calls },
    { number: words.units },
    { number: words.cost },
    words.lastUsed,
  ];
  const mostFirst = usage.keys.toSorted((a, b) => b.units - a.units);
  return (
    <Section id="keys" title={words.keys}>
      <Table label={words.keys} columns={columns}>
        {mostFirst.map((key) => (
          <tr>
            <th scope="row">
              <KeyName view={view} id={key.id} keyNames={keyNames} />
            </th>
            <NumberCell view={view} value={key.calls} />
            <NumberCell view={view} value={key.units} />
            <td class="number">{sayMoney(view.language, key.cost, usage.currency)}</td>
            <MomentCell view={view} at={key.lastUsedAt} />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

/** The name of a key. A deleted key is shown by its id, as in the saved account. */
function KeyName({ view, id, keyNames }: Pick<UsageProps, "view" | "keyNames"> & { id: string }) {
  const words = usageWords[view.language];
  if (id === PORTAL_KEY) return <>{words.portal}</>;
  const name = keyNames?.get(id);
  if (name !== undefined) {
    return <a href={`/portal/t/${view.tenantId}/keys/${id}`}>{sayName(name)}</a>;
  }
  return (
    <>
      <code>{id}</code>
      {keyNames === undefined ? null : ` ${words.deleted}`}
    </>
  );
}

export function MonthTable({ view, months }: UsageProps) {
  const words = usageWords[view.language];
  const columns = [
    words.month,
    { number: words.units },
    { number: words.quota },
    { number: words.inspections },
    { number: words.cost },
  ];
  return (
    <Section id="months" title={words.months}>
      <Table label={words.months} columns={columns}>
        {months.map((month) => (
          <tr>
            <th scope="row">
              <a href={`/portal/t/${view.tenantId}/usage?period=${month.period}`}>
                {sayMonth(view.language, month.period)}
              </a>
            </th>
            <NumberCell view={view} value={month.used} />
            <NumberCell view={view} value={month.quota} />
            <NumberCell view={view} value={month.inspections} />
            <td class="number">{sayMoney(view.language, month.cost, month.currency)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
