import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { FormState } from "../frame/form.ts";

/** The fields of the form as the schema of an endpoint takes them. */
export function readEndpointForm(form: FormState) {
  const verdicts = form.values("verdicts");
  const channels = form.values("channels");
  const minScore = form.number("minScore");
  const maxPerMinute = form.number("maxPerMinute") ?? null;
  return {
    url: form.value("url").trim(),
    description: form.given("description") ?? null,
    events: form.values("events"),
    maxPerMinute,
    ordered: form.value("ordered") === "yes",
    filter: {
      ...(verdicts.length === 0 ? {} : { verdicts }),
      ...(channels.length === 0 ? {} : { channels }),
      ...(minScore === undefined ? {} : { minScore }),
    },
  };
}

export function fillEndpointForm(endpoint: EndpointRow): FormState {
  const { url, description, events, filter, maxPerMinute, ordered } = endpoint;
  const data = new URLSearchParams({
    url,
    description: description ?? "",
    minScore: filter.minScore === undefined ? "" : String(filter.minScore),
    maxPerMinute: maxPerMinute === null ? "" : String(maxPerMinute),
  });
  for (const event of events) data.append("events", event);
  if (ordered) data.append("ordered", "yes");
  for (const verdict of filter.verdicts ?? []) data.append("verdicts", verdict);
  for (const channel of filter.channels ?? []) data.append("channels", channel);
  return new FormState(data).opened();
}
