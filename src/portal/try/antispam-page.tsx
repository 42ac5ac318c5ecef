import type { Inspected } from "../../inspection/schemas.ts";
import { CHANNELS } from "../../inspection/verdicts.ts";
import { Area, Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Copyable, Fact, Facts } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { Meter } from "../frame/quota-bar.tsx";
import type { View } from "../frame/view.ts";
import { LayerTable, sayLanguageOf, TONES, VerdictBadge } from "../inspections/parts.tsx";
import { channelWords, inspectionWords } from "../inspections/words.ts";
import { Decide } from "./lookup-verdict.tsx";
import { moduleWords } from "./module-words.ts";
import { TryFrame } from "./try-page.tsx";
import { tryWords } from "./words.ts";

interface AntispamProps {
  view: View;
  form: FormState;
  inspected?: Inspected;
  /** The host of each address in it, where it may be denied as a whole. */
  hosts?: (string | undefined)[];
  /** Whether there is a model that the fourth layer would ask. */
  hasModel?: boolean;
}

export function TryAntispamPage(props: AntispamProps) {
  const { view, form, inspected, hosts = [], hasModel = false } = props;
  const words = inspectionWords[view.language];
  const channels = CHANNELS.map((value) => ({ value, label: channelWords[view.language][value] }));
  return (
    <TryFrame view={view} module="antispam">
      <section aria-label={moduleWords[view.language].antispam}>
        <h2>{tryWords[view.language].about.antispam}</h2>
        <PostForm view={view} action={`/portal/t/${view.tenantId}/try/antispam`} form={form}>
          <Choice form={form} name="channel" label={words.channel} options={channels} />
          <Field
            form={form}
            name="sender"
            label={words.sender}
            hint={words.senderHint}
            required
            maxlength={320}
          />
          <Field form={form} name="subject" label={words.subject} maxlength={998} />
          <Area form={form} name="body" label={words.body} rows={6} required maxlength={65_536} />
          <button type="submit" class="primary">
            {words.inspect}
          </button>
        </PostForm>
      </section>
      {inspected === undefined ? null : <Outcome {...{ view, inspected, hosts, hasModel }} />}
    </TryFrame>
  );
}

interface OutcomeProps {
  view: View;
  inspected: Inspected;
  hosts: (string | undefined)[];
  hasModel: boolean;
}

function Outcome({ view, inspected, hosts, hasModel }: OutcomeProps) {
  const words = inspectionWords[view.language];
  const { answer } = tryWords[view.language];
  const { verdict, score, lang, urls, rationale } = inspected;
  return (
    <section
      aria-labelledby="verdict"
      data-after={`/portal/t/${view.tenantId}/try/antispam`}
      tabindex={-1}
      autofocus
    >
      <h2 id="verdict">{words.verdict}</h2>
      <p role="status">
        <VerdictBadge view={view} verdict={verdict} />
      </p>
      <Facts>
        <Fact name={words.score}>
          <Meter value={score} label={words.score} tone={TONES[verdict]} />
        </Fact>
        <Fact name={words.language}>{sayLanguageOf(view, lang)}</Fact>
        <Fact name={words.urls} isLong>
          {urls.length === 0 ? "–" : null}
          {urls.map((url, at) => (
            <>
              <code>{url}</code>
              <Decide view={view} value={url} host={hosts[at]} />
            </>
          ))}
        </Fact>
        {rationale === undefined ? null : <Fact name={words.rationale}>{rationale}</Fact>}
      </Facts>
      <LayerTable view={view} layers={inspected.layers} hasModel={hasModel} />
      <p>
        <a href={`/portal/t/${view.tenantId}/inspections/${inspected.inspectionId}`}>
          {words.open}
        </a>
      </p>
      <details>
        <summary>{answer}</summary>
        <Copyable view={view} label={answer} text={JSON.stringify(inspected, null, 2)} />
      </details>
    </section>
  );
}
