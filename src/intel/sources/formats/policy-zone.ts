/** A note begins at one of these, in zones and in lists of names. */
const NOTE = /[;#]/;
const TTL_OR_CLASS = /^(?:\d\w*|IN)$/i;
/** The owner, its TTL and class, a type and three words of data. */
const MOST_WORDS = 7;
const CONTROL = /^\$(?:TTL|ORIGIN|INCLUDE)$/i;
/** Records that may stand below the one that names their owner, which is listed by that one. */
const MORE_OF_OWNER = /^(?:A|AAAA|CNAME|DNAME|MX|NS|PTR|SOA|SRV|TXT)$/i;
/** What is let through, or only asked to come by TCP, is not blocked. */
const LETS_THROUGH = new Set(["rpz-passthru", "rpz-tcp-only"]);
/** An entry for addresses or name servers, and for no name. */
const OTHER_TRIGGER = /\.rpz-[a-z-]+\.?$/i;

/**
 * Tells which lines of a response policy zone block a name. A list that is no zone has all of its lines
 * kept. A zone that was transferred has its own name behind each of the others.
 */
export class PolicyZone {
  private isInBrackets = false;
  /** The name of the zone with the dot at its end, if it says it. */
  private origin = "";

  /** Whether the line may list a name. */
  blocks(line: string): boolean {
    const [said = ""] = line.split(NOTE, 1);
    if (this.isInBrackets) {
      this.isInBrackets = !said.includes(")");
      return false;
    }
    if (!/\S\s|^\s/.test(said)) return true;
    const [owner = "", ...rest] = said.trimEnd().split(/\s+/, MOST_WORDS);
    const from = rest.findIndex((word) => !TTL_OR_CLASS.test(word));
    const [type = "", data = ""] = from < 0 ? [] : rest.slice(from);
    if (CONTROL.test(owner)) {
      if (owner.toUpperCase() === "$ORIGIN") this.takeOrigin(rest[0]);
      return false;
    }
    if (type.toUpperCase() === "SOA" && (owner === "" || owner === "@" || owner.endsWith("."))) {
      this.takeOrigin(owner);
      this.isInBrackets = said.includes("(") && !said.includes(")");
      return false;
    }
    if (owner === "") return !MORE_OF_OWNER.test(type);
    if (owner === "@" || owner.toLowerCase() === this.origin) return false;
    return type.toUpperCase() !== "CNAME" || !this.passes(owner, data);
  }

  /** A listed word without the name of the zone; undefined if it is an entry for no name. */
  nameOf(word: string): string | undefined {
    const own = this.relative(word);
    return OTHER_TRIGGER.test(own) ? undefined : own;
  }

  private relative(word: string): string {
    const end = `.${this.origin}`;
    return this.origin !== "" && word.toLowerCase().endsWith(end)
      ? word.slice(0, -end.length)
      : word;
  }

  private takeOrigin(name = ""): void {
    if (name.length > 1 && name.endsWith(".")) this.origin = name.toLowerCase();
  }

  /** By its target, or the older way: an alias of itself. */
  private passes(owner: string, data: string): boolean {
    const target = withoutDot(data);
    return LETS_THROUGH.has(target) || target === withoutDot(this.relative(owner));
  }
}

function withoutDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
