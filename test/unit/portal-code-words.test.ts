import { describe, expect, it } from "vitest";
import { JOB_SCHEDULE } from "../../src/platform/job-schedule.ts";
import { healthWords, reportedNames } from "../../src/portal/fleet/reported-words.ts";
import { versionWords } from "../../src/portal/fleet/words.ts";
import { cronWords, jobNames } from "../../src/portal/jobs/words.ts";
import { locationsIn } from "../../src/portal/tenants/location-words.ts";
import { eventWords } from "../../src/portal/webhooks/event-words.ts";
import { deliveryStateWords, failureWords } from "../../src/portal/webhooks/words.ts";
import { LOCATIONS } from "../../src/tenants/locations.ts";
import { EVENT_TYPES } from "../../src/webhooks/event-types.ts";

const COMPLETE = [
  ["crons", Object.keys(JOB_SCHEDULE), cronWords],
  ["jobs", Object.values(JOB_SCHEDULE).flatMap(({ jobs }) => [...jobs]), jobNames],
  ["events", [...EVENT_TYPES], eventWords],
] as const;

/** Their names come from elsewhere too, so that what has no words is shown as it is. */
const KNOWN = [
  ["reported facts", "hostname", "problems", reportedNames],
  ["states of health", "healthy", "starting", healthWords],
  ["versions", "current", "unsupported", versionWords],
  ["states of a delivery", "pending", "failed", deliveryStateWords],
  ["failures of a call", "dns", "network", failureWords],
] as const;

describe("the words in files beside the script", () => {
  it.each(COMPLETE)("there are words for each of the %s, and for no others", (_, names, words) => {
    for (const said of [words.en, words.es]) {
      expect(Object.keys(said).toSorted()).toEqual(names.toSorted());
      for (const one of Object.values<string>(said)) expect(one).toMatch(/^[\p{L}\p{N}][^|]+$/u);
    }
  });

  it.each(KNOWN)("%s: from %s to %s, each has words in both languages", (_, first, last, words) => {
    const en: Record<string, string> = words.en;
    const es: Record<string, string> = words.es;
    expect([Object.keys(en)[0], Object.keys(en).at(-1)]).toEqual([first, last]);
    expect(Object.keys(es)).toEqual(Object.keys(en));
    for (const one of [...Object.values(en), ...Object.values(es)]) {
      expect(one).toMatch(/^[\p{L}\p{N}][^|]*$/u);
    }
  });

  it.each(["en", "es"] as const)("each location has a name in %s", (language) => {
    const labels = locationsIn(language).map(({ label }) => label);
    expect(labels).toHaveLength(LOCATIONS.length);
    for (const label of labels) expect(label).toMatch(/^\p{L}[\p{L} -]+$/u);
  });
});
