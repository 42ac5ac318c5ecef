import { sql } from "drizzle-orm";
import { eraseFiles, eraseRows, listFiles, type Eraser } from "../platform/index.ts";
import { deadEvents, eventsDone } from "./tables.ts";

const FOLDER = "events/";
const DAYS_AT_ONCE = 20;
/** Sorts after every name in the folder of a day. */
const BEHIND = "~";

/** The archive is filed by day, then by tenant: all days are gone through, oldest first. */
const archive: Eraser = {
  name: "event_files",
  kind: "events",
  erase: async ({ env: { OBJECTS: bucket }, tenantId }, from) => {
    const { delimitedPrefixes: days, truncated } = await listFiles(bucket, {
      prefix: FOLDER,
      delimiter: "/",
      limit: DAYS_AT_ONCE,
      ...(from === "" ? {} : { startAfter: from }),
    });
    let gone = 0;
    let place = from;
    for (const day of days) {
      const erased = await eraseFiles(bucket, `${day}${tenantId}/`);
      gone += erased.gone;
      if (erased.next !== undefined) return { gone, next: place };
      place = `${day}${BEHIND}`;
    }
    return { gone, next: truncated ? place : undefined };
  },
};

export const eventErasers: readonly Eraser[] = [
  eraseRows("events", deadEvents, deadEvents.tenantId),
  // Keys begin with the tenant's id and a slash, and "0" is what follows the slash.
  eraseRows(
    "events",
    eventsDone,
    (id) => sql`${eventsDone.key} >= ${`${id}/`} and ${eventsDone.key} < ${`${id}0`}`,
  ),
  archive,
];
