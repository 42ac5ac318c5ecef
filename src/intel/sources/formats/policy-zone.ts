import type { BadLine } from "../finding.ts";

const QUOTED = /"[^"]*"/g;
/** A note begins at one of these, in zones and in lists of names. */
const NOTE = /[;#]/;
const SEVERAL_WORDS = /\S\s|^\s/;
/** What only a zone has: a control entry, or the record that begins it. */
const HEAD = /^(?:\$(?:TTL|ORIGIN|INCLUDE)\s|(?:@|\S*\.)?\s+(?:\w+\s+){0,2}SOA\s)/i;
const TTL_OR_CLASS = /^(?:\d\w*|IN)$/i;
/** The owner, its TTL and class, a type and three words of data. */
const MOST_WORDS = 7;
/** Records that may stand below the one that names their owner, which is listed by that one. */
const MORE_OF_OWNER = /^(?:A|AAAA|CNAME|DNAME|MX|NS|PTR|SOA|SRV|TXT)$/i;
/** What is let through, or only asked to come by TCP, is not blocked. */
const LETS_THROUGH = new Set(["rpz-passthru", "rpz-tcp-only"]);
/** An entry for addresses or name servers, and for no name. */
const OTHER_TRIGGER = /\.rpz-[a-z-]+\.?$/i;
/** A bracket that is open for more lines is taken for an error. */
const MOST_LINES = 64;
const NO_HOST: BadLine = { bad: "No host has a name with such escapes." };
/** A character, or its number in three digits. A backslash may be the last one. */
const ESCAPE = /\\(\d{3}|.?)/g;
const UNCLOSED: BadLine = { bad: "A bracket is not closed." };

/**
 * Finds the names that a response policy zone blocks, written by hand, by a transfer or by a name server
 * (RFC 1035). Lines of a list that is no zone are passed on as they are.
 */
export class PolicyZone {
  private isZone = false;
  /** The record that begins a zone has been read. */
  private hasBegun = false;
  /** The name of the zone with the dot at its end, if it says it. */
  private apex = "";
  /** What completes names without a dot at their end; "" for the unknown name of the zone. */
  private origin = "";
  /** The lines so far of a record that goes on in brackets. */
  private open: string[] = [];

  /** The name that a line lists, or the line of a plain list; undefined if it lists nothing. */
  take(line: string): string | BadLine | undefined {
    const [said = ""] = line.replace(QUOTED, '""').split(NOTE, 1);
    if (this.open.length === 0 && !SEVERAL_WORDS.test(said)) return line;
    this.isZone ||= HEAD.test(said);
    if (!this.isZone) return this.record(said, line);
    const isOpen = this.open.length > 0 || said.includes("(");
    if (!isOpen) return this.record(said, undefined);
    this.open.push(said);
    if (!said.includes(")")) return this.open.length < MOST_LINES ? undefined : this.giveUp();
    const whole = this.open.join(" ").replaceAll(/[()]/g, " ");
    this.open = [];
    return this.record(whole, undefined);
  }

  private giveUp(): BadLine {
    this.open = [];
    return UNCLOSED;
  }

  /** `line` is what a list that is no zone has instead of a name. */
  private record(said: string, line: string | undefined): string | BadLine | undefined {
    const [written = "", ...rest] = said.trimEnd().split(/\s+/, MOST_WORDS);
    const owner = this.isZone ? withoutEscapes(written) : written;
    if (owner === undefined) return NO_HOST;
    if (owner.startsWith("$") && this.isZone) return this.control(owner, rest[0]);
    const from = rest.findIndex((word) => !TTL_OR_CLASS.test(word));
    const [type = "", data = ""] = from < 0 ? [] : rest.slice(from);
    if (type.toUpperCase() === "SOA" && this.isZone) return this.begin(owner);
    if (owner === "") return MORE_OF_OWNER.test(type) ? undefined : line;
    const name = this.ownName(owner);
    if (name === undefined || OTHER_TRIGGER.test(name)) return undefined;
    if (type.toUpperCase() === "CNAME" && passes(name, data)) return undefined;
    return line ?? name;
  }

  private control(word: string, value: string | undefined): undefined {
    if (word.toUpperCase() !== "$ORIGIN" || value === undefined) return;
    this.origin = this.absolute(value).toLowerCase();
    if (!this.hasBegun && this.apex === "" && this.origin !== ".") this.apex = this.origin;
  }

  private begin(owner: string): undefined {
    const name = owner === "" ? this.origin : this.absolute(owner).toLowerCase();
    if (name.length > 1 && name.endsWith(".")) this.apex = name;
    if (this.origin === "") this.origin = this.apex;
    this.hasBegun = true;
  }

  private absolute(name: string): string {
    if (name === "@") return this.origin;
    if (name.endsWith(".") || this.origin === "") return name;
    return this.origin === "." ? `${name}.` : `${name}.${this.origin}`;
  }

  /** An owner without the name of the zone; undefined for the zone itself. */
  private ownName(owner: string): string | undefined {
    const name = this.absolute(owner);
    if (name === "" || name === "@" || name.toLowerCase() === this.apex) return undefined;
    const end = `.${this.apex}`;
    return this.apex !== "" && name.toLowerCase().endsWith(end) ? name.slice(0, -end.length) : name;
  }
}

/** Undefined if an escape stands for what is no part of a host's name, such as a dot in a label. */
function withoutEscapes(owner: string): string | undefined {
  let isHost = true;
  const name = owner.replaceAll(ESCAPE, (_, said: string) => {
    const character = said.length === 3 ? String.fromCharCode(Number(said)) : said;
    isHost &&= /^[\w-]$/.test(character);
    return character;
  });
  return isHost ? name : undefined;
}

/** By its target, or the older way: an alias of itself. */
function passes(name: string, data: string): boolean {
  const target = withoutDot(data);
  return LETS_THROUGH.has(target) || target === withoutDot(name);
}

function withoutDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
