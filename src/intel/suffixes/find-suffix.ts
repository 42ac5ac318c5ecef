import lists from "./rules.json" with { type: "json" };

export interface Suffix {
  /** Where it begins in the name. */
  start: number;
  /** Whether a registry or an owner of a name said so; neither where no rule is known. */
  by: "registry" | "owner" | undefined;
}

/** `kind` of a name by the rules, and the number of the list of what stands below it, or 0. */
interface Rule {
  kind: "registry" | "owner" | "exception" | undefined;
  below: number;
}

type Below = ReadonlyMap<string, Rule>;

const read: (Below | undefined)[] = [];

/**
 * The public suffix of a canonical name by the rules of the Public Suffix List: the longest rule, an
 * exception before all, and the last label where there is none. Lists are read when first asked for.
 */
export function findSuffix(name: string, ownersToo: boolean): Suffix {
  let end = name.length;
  let found: Suffix = { start: name.lastIndexOf(".") + 1, by: undefined };
  for (let list: number | undefined = 0; list !== undefined && end > 0;) {
    const start = name.lastIndexOf(".", end - 1) + 1;
    const below = listOf(list);
    const label = name.slice(start, end);
    const rule: Rule | undefined = below.get(label) ?? (label === "" ? undefined : below.get("*"));
    if (rule === undefined) break;
    if (rule.kind === "exception") return { start: end + 1, by: "registry" };
    if (rule.kind === "registry" || (rule.kind === "owner" && ownersToo))
      found = { start, by: rule.kind };
    list = rule.below === 0 ? undefined : rule.below;
    end = start - 1;
  }
  return found;
}

function listOf(number: number): Below {
  return (read[number] ??= readList(lists[number] ?? ""));
}

const KINDS = { "+": "owner", "!": "exception", "-": undefined } as const;

function readList(text: string): Below {
  const found = new Map<string, Rule>();
  for (const entry of text.split(" ")) {
    const [mark = ""] = entry;
    const isMarked = mark in KINDS;
    const [label = "", below = "0"] = entry.slice(isMarked ? 1 : 0).split(":");
    const kind = isMarked ? KINDS[mark as keyof typeof KINDS] : "registry";
    found.set(label, { kind, below: Number(below) });
  }
  return found;
}
