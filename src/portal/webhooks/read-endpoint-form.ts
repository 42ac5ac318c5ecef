import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { FormState } from "../frame/form.ts";

/** What the schema of an endpoint wants, out of what a form sends. */
export function readEndpointForm(form: FormState) {
  const verdicts = form.values("verdicts");
  const channels = form.values("channels");
  const minScore = form.number("minScore");
  return {
    url: form.value("url").trim(),
    description: form.given("description") ?? null,
    events: form.values("events"),
    filter: {
      ...(verdicts.length === 0 ? {} : { verdicts }),
      ...(channels.length === 0 ? {} : { channels }),
      ...(minScore === undefined ? {} : { minScore }),
    },
  };
}

export function fillEndpointForm({ url, description, events, filter }: EndpointRow): FormState {
  const data = new URLSearchParams({
    url,
    description: description ?? "",
    minScore: filter.minScore === undefined ? "" : String(filter.minScore),
  });
  for (const event of events) data.append("events", event);
  for (const verdict of filter.verdicts ?? []) data.append("verdicts", verdict);
  for (const channel of filter.channels ?? []) data.append("channels", channel);
  return new FormState(data).opened();
}
