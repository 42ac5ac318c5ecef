import type { Message } from "../../../src/inspection/reading/read-message.ts";

/** Writes a message as a mail of RFC 5322, the only form that the peers read. */
export function mailOf({ sender, subject = "", body }: Message): string {
  const from = sender.includes("@") ? sender : `<${sender.replace(/\W/g, "") || "x"}@sms.example>`;
  return [
    `From: ${encoded(from)}`,
    "To: <someone@company.example>",
    `Subject: ${encoded(subject)}`,
    "Date: Sat, 21 Nov 2026 12:00:00 +0000",
    "Message-ID: <bench@company.example>",
    "MIME-Version: 1.0",
    `Content-Type: ${/<html|<p>|<a /i.test(body) ? "text/html" : "text/plain"}; charset=utf-8`,
    "Content-Transfer-Encoding: 8bit",
    "",
    body.replace(/\r?\n/g, "\r\n"),
    "",
  ].join("\r\n");
}

// oxlint-disable-next-line no-control-regex
const PLAIN = /^[\u0020-\u007e]*$/;

function encoded(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  return PLAIN.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString("base64")}?=`;
}
