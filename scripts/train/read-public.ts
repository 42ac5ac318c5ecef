import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel } from "../../src/inspection/reading/read-message.ts";
import { groupOf, type Label, type Sample } from "./samples.ts";

interface Row {
  channel: Channel;
  sender: string;
  subject?: string;
  body: string;
  label: Label;
  set: string;
}

/** Names of the people who collected the messages: they tell the source and nothing of the message. */
const KEEPERS =
  /\bjose@monkey\.org\b|\bmonkey\.org\b|\bjose\b|\b\S{0,30}spamassassin\S{0,30}|\bzzzz\w{0,20}\b|\b\S{0,30}taint\.org\b/gi;

export function readPublic(folder: string, kind: "sms" | "mail"): Sample[] {
  const file = join(folder, "messages", kind, "train.jsonl");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const row = JSON.parse(line) as Row;
    const strip = (text: string) => (kind === "mail" ? text.replace(KEEPERS, " ") : text);
    const message = { ...row, body: strip(row.body), subject: strip(row.subject ?? "") };
    return { message, label: row.label, set: row.set, lang: "en", group: groupOf(row) };
  });
}
