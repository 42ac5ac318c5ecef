export { consumeDeadEvents, consumeEvents, delayAfter } from "./consumer.ts";
export { DEAD_REASONS, type DeadReason } from "./dead-reasons.ts";
export {
  eventTextOf,
  MAX_EVENT_BYTES,
  stampedLine,
  type NormalisedEvent,
  type Stamps,
} from "./event.ts";
export { readEventTime } from "./find-problems.ts";
export { forgetDeadEvents, forgetDoneEvents } from "./jobs.ts";
export { normalise } from "./normalise.ts";
export {
  countUnsent,
  createOutbox,
  markSent,
  nextBatch,
  recentEvents,
  type RecentEvents,
  storeEvent,
  storeOwnEvent,
} from "./outbox.ts";
export { MAX_REPLAYED, replayEvents } from "./replay-events.ts";
export { MAX_FITTING, replayFitting } from "./replay-fitting.ts";
export { countUnsentDead, listDead, type DeadEvent } from "./store.ts";
