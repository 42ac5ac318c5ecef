import { DENIED } from "../lookup/explained.ts";
import { partsOf } from "../suffixes/registrable.ts";
import { dropCovered } from "./drop-covered.ts";
import type { ExportRow } from "./export-list.ts";

/** One value on each line: firewalls call it an external dynamic list. */
function renderPlain(rows: readonly ExportRow[]): string {
  return rows.map(({ value }) => `${value}\n`).join("");
}

/**
 * Names without suffixes under which strangers have names, unless the tenant itself denies one: many
 * firewalls take a name for all names below it.
 */
export function renderDomains(rows: readonly ExportRow[]): string {
  const isSafe = ({ value, category, disposition }: ExportRow) =>
    category === DENIED || (disposition !== "clean" && partsOf(value).registrable !== undefined);
  return renderPlain(rows.filter(isSafe));
}

/** Firewalls take these for any text, so `*.com/` of a hostile line would block all of .com. */
const WILDCARD = /[*^]/;

/** A host of one label: a machine of the reader's own network, of which no feed can know. */
const LOCAL_HOST = /^[^./[]+\//;

/** URLs without those of a feed that would block more than a page of the public internet. */
export function renderUrls(rows: readonly ExportRow[]): string {
  const isSafe = ({ value, category }: ExportRow) =>
    category === DENIED || !(WILDCARD.test(value) || LOCAL_HOST.test(value));
  return renderPlain(rows.filter(isSafe));
}

export function renderAddresses(rows: readonly ExportRow[]): string {
  return renderPlain(dropCovered(rows));
}
