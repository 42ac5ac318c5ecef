import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const inspectionWords = withSpanish(
  {
    title: "Inspections",
    lead: "What was found in your messages. The messages themselves are not kept.",
    none: "No message has been inspected yet",
    noneText: "Messages that are sent to the module antispam stand here.",
    noneSuch: "No inspection fits",
    tryIt: "Try a message",
    all: "All inspections",
    allSuch: "All of this filter",
    newer: "Newer",
    older: "Older",
    at: "When",
    id: "Inspection",
    idOf: "Id",
    idHint: "Its whole id, to go straight to it.",
    channel: "Channel",
    verdict: "Verdict",
    flagged: "spam or phishing",
    score: "Risk",
    language: "Language",
    unknownLanguage: "cannot be told",
    feedback: "Your word",
    said: { none: "not given yet", any: "given" },
    by: "Asked by",
    portal: "the portal",
    kept: "Kept until",
    layers: "The four layers",
    layer: "Layer",
    signals: "Signals",
    about: {
      L1: "Sender and form",
      L2: "Intelligence",
      L3: "Statistics",
      L4: "AI",
    },
    urls: "Addresses in it",
    rationale: "In plain words",
    wrong: "Was this wrong?",
    wrongText: "Your word is kept for training as long as the inspection is.",
    label: "What it is in truth",
    note: "Note",
    send: "Say so",
    given: "Your organisation said",
    subject: "Subject",
    body: "Message",
    sender: "Sender",
    senderHint: "An e-mail address or a telephone number.",
    inspect: "Inspect it",
    open: "Open the inspection",
  },
  spanish,
  {
    said: { none: "sin dar todavía", any: "dada" },
    about: {
      L1: "Remitente y forma",
      L2: "Inteligencia",
      L3: "Estadística",
      L4: "IA",
    },
  },
);

export const verdictWords = sideBySide<"clean" | "spam" | "phishing">({
  clean: ["clean", "limpio"],
  spam: ["spam", "spam"],
  phishing: ["phishing", "phishing"],
});

export const channelWords = sideBySide<"email" | "sms" | "whatsapp">({
  email: ["e-mail", "correo"],
  sms: ["SMS", "SMS"],
  whatsapp: ["WhatsApp", "WhatsApp"],
});
