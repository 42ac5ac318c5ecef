import { EVENT_TYPES } from "../../webhooks/event-types.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { Checks, Choice, Field } from "../frame/fields.tsx";
import { FormPage } from "../frame/form-page.tsx";
import type { FormState } from "../frame/form.ts";
import { Copyable } from "../frame/parts.tsx";
import { RevealPage } from "../frame/reveal-page.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { channelWords, verdictWords } from "../inspections/words.ts";
import { endpointPath } from "./endpoint-of.ts";
import { eventWords } from "./event-words.ts";
import { shortUrl } from "./short-url.ts";
import { webhookWords } from "./words.ts";

interface FormProps {
  view: View;
  form: FormState;
}

/** The form of a new or an existing endpoint. */
export function EndpointFormPage({ view, form, endpoint }: FormProps & { endpoint?: EndpointRow }) {
  const words = webhookWords[view.language];
  const title = endpoint === undefined ? words.create : words.editTitle;
  const label = endpoint === undefined ? words.create : undefined;
  const above = endpoint && endpointAbove(endpoint);
  return (
    <FormPage view={view} title={title} form={form} label={label} above={above}>
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
        options={EVENT_TYPES.map((value) => ({
          value,
          label: eventWords[view.language][value],
          isCode: true,
        }))}
      />
      <FilterFields view={view} form={form} />
      <Field
        form={form}
        name="maxPerMinute"
        type="number"
        label={words.maxPerMinute}
        hint={words.maxPerMinuteHint}
        min={1}
        max={6000}
      />
      <Checks
        form={form}
        name="ordered"
        label={words.order}
        hint={words.orderHint}
        options={[{ value: "yes", label: words.ordered }]}
      />
    </FormPage>
  );
}

function FilterFields({ view, form }: FormProps) {
  const words = webhookWords[view.language];
  // Nothing clean is flagged, so "clean" is shown only for an endpoint that has it from the API.
  const clean = form.values("verdicts").filter((verdict) => verdict === "clean");
  return (
    <fieldset class="group">
      <legend>{words.filter}</legend>
      <small class="hint">{words.filterHint}</small>
      <Checks
        form={form}
        name="verdicts"
        label={words.verdicts}
        options={said([...clean, "spam", "phishing"], verdictWords[view.language])}
      />
      <Checks
        form={form}
        name="channels"
        label={words.channels}
        options={said(["email", "sms", "whatsapp"], channelWords[view.language])}
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

export function SecretPage({ view, id, secret }: { view: View; id: string; secret: string }) {
  const words = webhookWords[view.language];
  const path = `/portal/t/${view.tenantId}/webhooks/${id}`;
  return (
    <RevealPage
      view={view}
      title={words.secretTitle}
      said={frameWords[view.language].onceSealed}
      path={path}
      label={words.toEndpoint}
    >
      <Copyable view={view} label={words.secret} text={secret} />
      <p>
        {words.secretText}{" "}
        <a href={`${path}/verify`} target="_blank" rel="noopener">
          {words.secretCode}
        </a>
      </p>
    </RevealPage>
  );
}

export function RotateSecretPage({ view, form, endpoint }: FormProps & { endpoint: EndpointRow }) {
  const words = webhookWords[view.language];
  const options = Object.entries(words.overlaps).map(([value, label]) => ({ value, label }));
  const force = [{ value: "yes", label: words.force }];
  return (
    <FormPage
      view={view}
      title={words.rotate}
      form={form}
      label={words.rotate}
      above={endpointAbove(endpoint)}
    >
      <p class="long">
        <strong>{endpoint.url}</strong>
      </p>
      <p>{words.rotateText}</p>
      <Choice form={form} name="overlapSeconds" label={words.overlap} options={options} />
      {endpoint.secrets.length > 1 ? (
        <Checks form={form} name="force" label={words.rotate} options={force} />
      ) : null}
    </FormPage>
  );
}

/** The way back to the endpoint. */
function endpointAbove(endpoint: EndpointRow) {
  return { href: endpointPath(endpoint), name: shortUrl(endpoint.url) };
}

function said(values: readonly string[], words: Readonly<Record<string, string>>) {
  return values.map((value) => ({ value, label: words[value] ?? value }));
}
