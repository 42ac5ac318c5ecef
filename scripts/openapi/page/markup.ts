import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

const PARAGRAPHS = /\n{2,}/;
const CODE = /`([^`]+)`/;

/** Writes the running text of a description: paragraphs, and code between backticks. */
export function prose(text: string): Html[] {
  return text.split(PARAGRAPHS).map((paragraph) => html`<p>${phrase(paragraph)}</p>`);
}

export function phrase(text: string): (Html | string)[] {
  // When a text is split by a group, what the group matched is at every odd place.
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** Makes a name that is safe as an anchor within the page. */
export function anchor(...parts: string[]): string {
  return parts.join("-").replace(/[^\w.-]+/g, "-");
}
