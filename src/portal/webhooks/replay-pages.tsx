import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import type { Replayed } from "../../webhooks/delivery/answers.ts";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { webhookWords } from "./words.ts";
import { Section } from "../frame/parts.tsx";

interface RangeProps {
  view: View;
  endpoint: EndpointRow;
  form: FormState;
}

export function ReplayRange({ view, endpoint, form }: RangeProps) {
  const words = webhookWords[view.language];
  return (
    <Section id="replay" title={words.replayRange}>
      <p class="soft">{words.replayText}</p>
      <PostForm
        view={view}
        action={`/portal/t/${view.tenantId}/webhooks/${endpoint.id}/replay`}
        class="filters"
        form={form}
      >
        <Field
          form={form}
          name="since"
          type="datetime-local"
          label={frameWords[view.language].from}
          required
        />
        <Field
          form={form}
          name="until"
          type="datetime-local"
          label={frameWords[view.language].until}
          hint={words.untilHint}
        />
        <button type="submit">{words.replay}</button>
      </PostForm>
    </Section>
  );
}

interface RestProps {
  view: View;
  path: string;
  sent: number;
  next: NonNullable<Replayed["next"]>;
}

/** A period with more events than one call takes; the button makes the next call. */
export function ReplayRestPage({ view, path, sent, next }: RestProps) {
  const words = webhookWords[view.language];
  return (
    <Layout view={view} title={words.replayRange}>
      <h1>{words.replayRange}</h1>
      <section aria-label={words.replayRange}>
        <p>
          {words.replaySent}: {sayNumber(view.language, sent)}. {words.replayMore}
        </p>
        <PostForm view={view} action={`${path}/replay`} class="row">
          <input type="hidden" name="since" value={withoutZone(next.since)} />
          <input type="hidden" name="until" value={withoutZone(next.until)} />
          <input type="hidden" name="after" value={next.after} />
          <button type="submit" class="primary">
            {words.replayRest}
          </button>
          <a class="button" href={path}>
            {frameWords[view.language].cancel}
          </a>
        </PostForm>
      </section>
    </Layout>
  );
}

/** A time as a form writes it. */
function withoutZone(time: string): string {
  return time.replace(/Z$/, "");
}
