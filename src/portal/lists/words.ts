import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const listWords = withSpanish(
  {
    title: "Allow and deny lists",
    text: "Your own word beats every source: for look-ups and inspections of yours, within 30 seconds.",
    none: "There is no entry yet",
    noneText: "Deny a domain that troubles you, or allow one that a source has wrong.",
    noneSuch: "No entry fits",
    add: "Add an entry",
    value: "What it is about",
    valueHint: "A domain with all below it, a URL, IP address, block, ASN or e-mail address.",
    action: "Verdict",
    actions: { deny: "deny: always malicious", allow: "allow: always clean" },
    note: "Note",
    noteHint: "Why, for whoever reads it later.",
    expires: "Expires",
    expiresHint: "In UTC. Empty: never.",
    type: "Kind",
    created: "Created",
    remove: "Remove",
    removeText: "Within 30 seconds the sources decide again.",
    search: "Entry or note",
    show: "Show",
  },
  spanish,
  {
    actions: { deny: "bloquear: siempre malicioso", allow: "permitir: siempre limpio" },
  },
);

export const actionWords = sideBySide<"allow" | "deny">({
  allow: ["allow", "permitir"],
  deny: ["deny", "bloquear"],
});
