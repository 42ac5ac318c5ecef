import { EVENT_TYPES } from "../../webhooks/event-types.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { Checks, Choice, Field, FormFault } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Copyable } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { webhookWords } from "./words.ts";

interface FormProps {
  view: View;
  form: FormState;
}

/** One form for an endpoint that is made and for one that is changed. */
export function EndpointFormPage({ view, form, endpoint }: FormProps & { endpoint?: EndpointRow }) {
  const words = webhookWords[view.language];
  const title = endpoint === undefined ? words.create : words.edit;
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title}>
        <PostForm>
          <FormFault form={form} />
          <Field
            form={form}
            name="url"
            type="url"
            label={words.url}
            hint={words.urlHint}
            required
            maxlength={2000}
          />
          <Field form={form} name="description" label={words.description} maxlength={500} />
          <Checks
            form={form}
            name="events"
            label={words.events}
            hint={words.eventsHint}
            options={same(EVENT_TYPES)}
          />
          <FilterFields view={view} form={form} />
          <button type="submit" class="primary">
            {endpoint === undefined ? words.create : frameWords[view.language].save}
          </button>
        </PostForm>
      </section>
    </Layout>
  );
}

function FilterFields({ view, form }: FormProps) {
  const words = webhookWords[view.language];
  return (
    <fieldset class="group">
      <legend>{words.filter}</legend>
      <small class="hint">{words.filterHint}</small>
      <Checks
        form={form}
        name="verdicts"
        label={words.verdicts}
        options={same(["spam", "phishing"])}
      />
      <Checks
        form={form}
        name="channels"
        label={words.channels}
        options={same(["email", "sms", "whatsapp"])}
      />
      <Field
        form={form}
        name="minScore"
        type="number"
        label={words.minScore}
        hint={words.minScoreHint}
        min={0}
        max={100}
      />
    </fieldset>
  );
}

/** The only page that ever holds a secret: the answer to the form, never to be loaded again. */
export function SecretPage({ view, id, secret }: { view: View; id: string; secret: string }) {
  const words = webhookWords[view.language];
  const path = `/portal/t/${view.tenantId}/webhooks/${id}`;
  return (
    <Layout view={view} title={words.secretTitle}>
      <h1>{words.secretTitle}</h1>
      <section aria-label={words.secretTitle} data-after={path}>
        <p role="status">{frameWords[view.language].onceSealed}</p>
        <Copyable view={view} label={words.secret} text={secret} />
        <p>{words.secretText}</p>
        <a class="button primary" href={path}>
          {words.toEndpoint}
        </a>
      </section>
    </Layout>
  );
}

export function RotateSecretPage({ view, form, endpoint }: FormProps & { endpoint: EndpointRow }) {
  const words = webhookWords[view.language];
  const options = Object.entries(words.overlaps).map(([value, label]) => ({ value, label }));
  const force = [{ value: "yes", label: words.force }];
  return (
    <Layout view={view} title={words.rotate}>
      <h1>{words.rotate}</h1>
      <section aria-label={words.rotate}>
        <PostForm>
          <FormFault form={form} />
          <p class="long">
            <strong>{endpoint.url}</strong>
          </p>
          <p>{words.rotateText}</p>
          <Choice form={form} name="overlapSeconds" label={words.overlap} options={options} />
          {endpoint.secrets.length > 1 ? (
            <Checks form={form} name="force" label={words.rotate} options={force} />
          ) : null}
          <button type="submit" class="primary">
            {words.rotate}
          </button>
        </PostForm>
      </section>
    </Layout>
  );
}

function same(values: readonly string[]) {
  return values.map((value) => ({ value, label: value }));
}
