import { MOST_DAYS_OVERDUE } from "../../webhooks/delivery/schedule.ts";
import { SWITCH_OFF_REASONS } from "../../webhooks/delivery/switch-off-reasons.ts";
import { inBoth, sideBySide, type Language } from "../frame/language.ts";
import spanish from "./words.es.txt";
import { partOf, readWords, withSpanish } from "../frame/read-words.ts";
import codes from "./codes.txt";

export const webhookWords = withSpanish(
  {
    title: "Webhooks",
    create: "Add an endpoint",
    none: "No endpoint is registered yet",
    lead: "An endpoint is an address of yours that hears of flagged messages, your quota, approved actions and failing endpoints.",
    url: "Address",
    urlHint: "https, on port 443 or 8443, reachable from the internet.",
    description: "Description",
    events: "Events",
    eventsHint: "Which events are sent here.",
    filter: "Only these inspections",
    filterHint: "For inspection.flagged. Without a choice, every flagged message is sent.",
    verdicts: "Verdicts",
    channels: "Channels",
    minScore: "Lowest score",
    minScoreHint: "From 0 to 100. Empty: any.",
    anything: "everything",
    maxPerMinute: "Calls a minute, at most",
    maxPerMinuteHint: "From 1 to 6,000, pings apart. Empty: as many as there are.",
    noLimit: "no limit",
    order: "Order",
    orderHint:
      "One call after the other; one that fails holds up all behind it until it is given up.",
    ordered: "in the order of the events",
    unordered: "several at a time",
    failing: "failing",
    failingFrom: "since",
    failingSince: "Nothing has come through since",
    waiting: "Deliveries that wait:",
    behind: "late",
    behindText: `Deliveries come later and later: the receiver, or the limit, is slower than the events. After ${MOST_DAYS_OVERDUE} days they are given up.`,
    longest: "The one that waits longest has been due since",
    heldUp: "They are sent in order, behind the one that fails.",
    switchedOffAfter: "Switched off if nothing succeeds until",
    status: "Status",
    created: "Created",
    secret: "Signing secret",
    secretTitle: "The endpoint's signing secret",
    secretText:
      "Check every call with it, as Standard Webhooks says: the headers webhook-id, webhook-timestamp and webhook-signature.",
    secretCode: "Code that checks it (in a new tab)",
    toEndpoint: "Go to the endpoint",
    edit: "Edit",
    pause: "Pause",
    resume: "Resume",
    enable: "Switch on again",
    ping: "Send a ping",
    rotate: "Rotate the secret",
    remove: "Delete",
    disabledText: "Switched off:",
    rotateText:
      "Makes a new secret. For the overlap, each call carries the signatures of both, so that nothing is lost while you change over.",
    overlap: "Overlap",
    overlaps: {
      0: "none: the old one ends now",
      3600: "1 hour",
      86400: "1 day",
      259200: "3 days",
      604800: "7 days",
    },
    force: "End a rotation that still overlaps",
    secondSecret: "An older secret signs along until",
    editTitle: "Edit this endpoint",
    removeTitle: "Delete this endpoint",
    removeText: "What waits to be sent is dropped, and its log goes with it.",
    log: "Deliveries of the last 30 days",
    noLog: "Nothing was sent yet",
    noLogText: "Send a ping to see whether the address answers.",
    event: "Event",
    type: "Type",
    state: "State",
    attempts: "Attempts",
    last: "Last answer",
    at: "Time",
    ms: "Milliseconds",
    answer: "Answer",
    next: "Next attempt",
    noAttempts: "No attempt was made yet. Load the page again in a moment.",
    delivery: "Delivery",
    payload: "What is sent",
    response: "What came back",
    curl: "Send it by hand",
    signed: "Signed headers",
    curlText: "Without a signature: good for trying your handler, not for checking signatures.",
    curlSigned:
      "With the headers of the last call. A receiver that refuses old timestamps takes it for five minutes after that.",
    replay: "Send again",
    replayRange: "Send a period again",
    replayText:
      "Every event of the period that this endpoint takes is sent under its own id, also those of a time in which it was switched off. It goes back 30 days, and no further than the endpoint's creation.",
    replaySent: "Sent so far",
    replayMore: "The period has more events.",
    replayRest: "Send the rest",
    untilHint: "Empty: until now.",
  },
  spanish,
  {
    behindText: `Las entregas llegan cada vez más tarde: el receptor, o el límite, es más lento que los eventos. A los ${MOST_DAYS_OVERDUE} días se abandonan.`,
    overlaps: {
      0: "ninguno: el antiguo termina ya",
      3600: "1 hora",
      86400: "1 día",
      259200: "3 días",
      604800: "7 días",
    },
  },
);

export const endpointStatusWords = sideBySide<"active" | "paused" | "disabled">({
  active: ["active", "activo"],
  paused: ["paused", "en pausa"],
  disabled: ["switched off", "desactivado"],
});

export const deliveryStateWords = readWords(partOf(codes, "deliveries"));

/** Why an attempt failed. */
export const failureWords = readWords(partOf(codes, "failures"));

/** Why an endpoint was switched off, for the reasons of the API. */
const switchOffWords = inBoth<Record<string, string>>({}, {
  [SWITCH_OFF_REASONS.gone]: "El destino respondió 410 Gone.",
  [SWITCH_OFF_REASONS.silent]: "Ninguna entrega tuvo éxito durante 5 días.",
  [SWITCH_OFF_REASONS.sealed]: "Se destruyó la versión de la clave que sellaba su secreto.",
} satisfies Record<(typeof SWITCH_OFF_REASONS)[keyof typeof SWITCH_OFF_REASONS], string>);

export function saySwitchOff(language: Language, reason: string): string {
  return switchOffWords[language][reason] ?? reason;
}
