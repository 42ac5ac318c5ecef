import type { DeadReason } from "../../events/dead-reasons.ts";
import { partOf, withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const deadLetterWords = withSpanish(
  {
    title: "Dead letters",
    none: "No event is stuck",
    noneSuch: "No event fits",
    lead: "Events that cannot be archived or forwarded wait here.",
    tenant: "Tenant",
    reason: "Reason",
    agent: "Agent",
    event: "Event",
    failed: "Failed",
    replayed: "Replayed",
    unsent: "not sent again",
    sentAgain: "sent again",
    choose: "Choose",
    replay: "Send the chosen ones again",
    replayPage: (count: string) => `Send all ${count} of this page again`,
    replayAll: (count: string) => `Send all ${count} that fit again`,
    replaySome: (most: string, count: string) => `Send ${most} of the ${count} that fit again`,
    body: "What arrived",
  },
  spanish,
  {
    replayPage: (count: string) => `Enviar de nuevo los ${count} de esta página`,
    replayAll: (count: string) => `Enviar de nuevo los ${count} que coinciden`,
    replaySome: (most: string, count: string) =>
      `Enviar de nuevo ${most} de los ${count} que coinciden`,
  },
);

export const deadReasonWords = withSpanish<Record<DeadReason, string>>(
  {
    malformed: "It is no event",
    database_failed: "The database did not answer",
    archive_failed: "It could not be archived",
    forward_failed: "It could not be forwarded",
    retries_exhausted: "The platform gave up on it",
  },
  partOf(spanish, "reasons"),
);
