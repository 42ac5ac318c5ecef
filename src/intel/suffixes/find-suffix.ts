import { A_LABEL, decodeLabel } from "../names/decode-label.ts";

export interface Suffix {
  /** Where the suffix begins in the name. */
  start: number;
  /** Whose rule it is: a registry's or that of a name's owner; undefined if there is no rule. */
  by: "registry" | "owner" | undefined;
}

/** The kind of a name by the rules, and the number of the list of names below it; 0 for none. */
interface Rule {
  kind: "registry" | "owner" | "exception" | undefined;
  below: number;
}

type Below = ReadonlyMap<string, Rule>;

const NON_ASCII = /[^\x20-\x7e]/;
/** One list on each line. A rule has the number of the list of names below it. */
let lists: readonly string[] = [];
const read: (Below | undefined)[] = [];
const readings: (Below | undefined)[] = [];

export function openSuffixes(text: string): void {
  lists = text.split("\n");
}

export function areSuffixesOpen(): boolean {
  return lists.length > 0;
}

/**
 * The public suffix of a canonical name by the Public Suffix List: by an exception if there is one, or
 * else by the longest rule, or else the last label. Lists are parsed when they are first needed.
 */
export function findSuffix(name: string, ownersToo: boolean): Suffix {
  let end = name.length;
  let found: Suffix = { start: name.lastIndexOf(".") + 1, by: undefined };
  for (let list: number | undefined = 0; list !== undefined && end > 0;) {
    const start = name.lastIndexOf(".", end - 1) + 1;
    const rule = ruleOf(list, name.slice(start, end));
    if (rule === undefined) break;
    if (rule.kind === "exception") return { start: end + 1, by: "registry" };
    if (rule.kind === "registry" || (rule.kind === "owner" && ownersToo))
      found = { start, by: rule.kind };
    list = rule.below === 0 ? undefined : rule.below;
    end = start - 1;
  }
  return found;
}

/** Whether there are rules for names below this one, so that strangers may own what is below. */
export function hasSuffixesBelow(name: string): boolean {
  let list = 0;
  for (let end = name.length; end > 0;) {
    const start = name.lastIndexOf(".", end - 1) + 1;
    list = ruleOf(list, name.slice(start, end))?.below ?? 0;
    if (list === 0) return false;
    end = start - 1;
  }
  return true;
}

function ruleOf(list: number, label: string): Rule | undefined {
  const below = (read[list] ??= readList(lists[list]));
  const rule = below.get(label);
  if (rule !== undefined || label === "") return rule;
  const reading = NON_ASCII.test(label) ? (readings[list] ??= readingsOf(below)) : undefined;
  return reading?.get(label) ?? below.get("*");
}

const KINDS: Record<string, Rule["kind"]> = { "": "registry", "+": "owner", "!": "exception" };
const NOTHING_SHARED = "A".charCodeAt(0);
/**
 * How many letters a label shares with the one before, its other letters, its mark, its list's
 * number.
 */
const ENTRY = /([A-Z])([^A-Z+!/:]+)([+!/]?):?(\d*)/g;

function readList(text: string | undefined): Below {
  if (text === undefined) throw new Error("the public suffixes were not loaded");
  const found = new Map<string, Rule>();
  let label = "";
  for (const [, shared = "", rest = "", mark = "", below] of text.matchAll(ENTRY)) {
    label = label.slice(0, shared.charCodeAt(0) - NOTHING_SHARED) + rest;
    found.set(label, { kind: KINDS[mark], below: Number(below) });
  }
  return found;
}

/** The rules for A-labels by their Unicode form, for names as they are written. */
function readingsOf(below: Below): Below {
  const labels = [...below].filter(([label]) => label.startsWith(A_LABEL));
  return new Map(labels.map(([label, rule]) => [decodeLabel(label) ?? label, rule]));
}
