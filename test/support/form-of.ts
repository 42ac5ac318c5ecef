const ENTITIES = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
] as const;

/** Decodes the text of a page as a browser would. */
export function plain(text: string): string {
  return ENTITIES.reduce((read, [written, letter]) => read.replaceAll(written, letter), text);
}

/** Returns what the first form with the mark of its opening would send, as the page has it. */
export function formOf(page: string): [string, string][] {
  const forms = page.match(/<form\b.*?<\/form>/gs) ?? [];
  const form = forms.find((each) => each.includes('name="opened"')) ?? "";
  const parts = form.matchAll(
    /<input\b[^>]*>|<textarea\b[^>]*>.*?<\/textarea>|<select\b.*?<\/select>/gs,
  );
  return Array.from(parts, ([part]) => fieldOf(part)).filter((field) => field !== undefined);
}

/** Returns what that form would send for one field. */
export function sentFor(page: string, name: string): string[] {
  return formOf(page).flatMap(([each, value]) => (each === name ? [value] : []));
}

function fieldOf(part: string): [string, string] | undefined {
  const name = attribute(part, "name");
  if (part.startsWith("<textarea"))
    return [name, plain(/>(.*)<\/textarea>/s.exec(part)?.[1] ?? "")];
  if (part.startsWith("<select")) {
    const options = part.match(/<option\b[^>]*>/g) ?? [];
    const chosen = options.find((option) => /\sselected/.test(option)) ?? options[0] ?? "";
    return [name, attribute(chosen, "value")];
  }
  const isLeftOut = part.includes('type="checkbox"') && !/\schecked/.test(part);
  return isLeftOut ? undefined : [name, attribute(part, "value")];
}

function attribute(tag: string, name: string): string {
  return plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}
