import { SILENT, STATES } from "../../fleet/effective-state.ts";
import { codeWords } from "../codes/words.ts";
import { Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Filters, TenantField } from "../frame/list-frame.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import type { OfferedPolicy } from "../policies/offer-policies.ts";
import { MORE_FILTERS } from "./read-agent-filter.ts";
import { filterWords, fleetWords, sayEnd, saySpan, stateWords } from "./words.ts";
import { ENDS, SPANS } from "./spans-of-filters.ts";

interface PartProps {
  view: View;
  form: FormState;
}

interface FiltersProps extends PartProps {
  policies: readonly OfferedPolicy[] | undefined;
}

/** What chooses the agents of a list. The rarer filters open with a press, or if one is used. */
export function CollectorFilters({ view, form, policies }: FiltersProps) {
  const words = fleetWords[view.language];
  const all = { value: "", label: frameWords[view.language].all };
  const states = STATES.map((value) => ({
    value,
    label: stateWords[view.language][value] ?? value,
  }));
  const isOpen = MORE_FILTERS.some((name) => form.given(name) !== undefined);
  return (
    <Filters view={view} chosen={form}>
      <Field form={form} name="q" type="search" label={words.search} />
      <Choice
        form={form}
        name="status"
        label={words.state}
        options={[all, { value: SILENT, label: words.silent }, ...states]}
      />
      <Choice
        form={form}
        name="conflict"
        label={words.identity}
        options={[all, { value: "true", label: words.inConflict }]}
      />
      {form.given("code") === undefined ? null : (
        <Field form={form} name="code" label={codeWords[view.language].label} />
      )}
      {form.given("label") === undefined ? null : (
        <Field form={form} name="label" label={words.label} />
      )}
      {view.tenantId === undefined ? <TenantField view={view} form={form} /> : null}
      <details open={isOpen}>
        <summary>{filterWords[view.language].more}</summary>
        <div class="filters">
          <MoreFilters view={view} form={form} policies={policies} />
        </div>
      </details>
    </Filters>
  );
}

function MoreFilters({ view: { language }, form, policies }: FiltersProps) {
  const [words, more] = [fleetWords[language], filterWords[language]];
  const all = { value: "", label: frameWords[language].all };
  const ends = ENDS.map((value) => ({ value, label: sayEnd(language, value) }));
  const spans = SPANS.map((value) => ({ value, label: saySpan(language, value) }));
  return (
    <>
      {policies === undefined ? (
        <Field form={form} name="policy" label={words.policy} hint={more.policyHint} />
      ) : (
        <Choice form={form} name="policy" label={words.policy} options={[all, ...policies]} />
      )}
      <Field form={form} name="version" label={words.version} maxlength={256} />
      <Field form={form} name="version_below" label={more.below} maxlength={256} />
      <Choice form={form} name="cert" label={more.certificate} options={[all, ...ends]} />
      <Choice form={form} name="seen" label={words.lastSeen} options={[all, ...spans]} />
    </>
  );
}
