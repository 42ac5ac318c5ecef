import type { Evidence, Scope } from "../fusion/evidence.ts";
import type { ColdPart, Index, Part } from "../indexes/build-index.ts";
import { rowOf, segmentOf } from "../indexes/reference.ts";
import { compareIpv6, type IpRange } from "../indicators/ip-range.ts";
import type { Ipv6 } from "../indicators/ipv6.ts";
import type { Key } from "../keys/hash-text.ts";
import { mayContain } from "../segments/filter.ts";
import type { Effect } from "../sources/source.ts";
import { rowAt, type Row, type Table, type TableKind } from "../segments/table.ts";

/** A key that a filter did not rule out; only its block of the segment can tell. */
export interface Doubt {
  cold: ColdPart;
  key: Key;
  scope: Scope;
  /** The scope if the list means all names below too. */
  covered: Scope;
  depth: number;
}

const COVERING: ReadonlySet<Effect> = new Set(["threat", "veto"]);

/** Collects the evidence for one look-up, and the doubts that only a block can settle. */
export class Findings {
  readonly evidence: Evidence[] = [];
  readonly doubts: Doubt[] = [];
  private readonly index: Index;
  depth = 0;

  constructor(index: Index) {
    this.index = index;
  }

  name(key: Key, scope: Scope, covered = scope): void {
    this.index.names.visit(key.hi, key.lo, (reference) =>
      this.take("name", reference, scope, covered),
    );
    this.doubt("name", key, scope, covered);
  }

  /** Whether a list may have a page of this host: with each page goes a witness key of its host. */
  mayHaveAddresses(witness: Key): boolean {
    const { names, cold } = this.index;
    if (names.has(witness.hi, witness.lo)) return true;
    const colds = cold.get("name");
    return colds?.some(({ table }) => mayContain(table.filter, witness.hi, witness.lo)) === true;
  }

  /**
   * A suffix under which names are rented out: only lists of such suffixes say something of a name
   * below.
   */
  suffix(key: Key): void {
    this.index.names.visit(key.hi, key.lo, (reference) => {
      const { effect } = this.index.parts[segmentOf(reference)]?.source ?? {};
      if (effect === "shared") this.take("name", reference, "parent");
    });
  }

  mail(key: Key, scope: Scope): void {
    this.index.mails.visit(key.hi, key.lo, (reference) => this.take("mail", reference, scope));
    this.doubt("mail", key, scope);
  }

  asn(asn: number): void {
    this.index.asns.visit(asn, 0, (reference) => this.take("asn", reference, "exact"));
  }

  ipv4(address: number, exact: Scope, network: Scope): void {
    const { ip4, ip4ranges } = this.index;
    ip4.visit(address, 0, (reference) => this.take("ip4", reference, exact));
    ip4ranges.visit(address, (reference) => this.take("ip4range", reference, network));
    this.doubt("ip4", { hi: address, lo: 0 }, exact);
  }

  /** Finds lists that have the whole block, or one around it. */
  block(range: IpRange): void {
    const { ip4ranges, ip6ranges, tables } = this.index;
    const kind = range.family === 4 ? "ip4range" : "ip6range";
    const take = (reference: number) => {
      const table = tables.get(kind)?.[segmentOf(reference)];
      if (table !== undefined && reachesTo(table, rowOf(reference), range)) {
        this.take(kind, reference, "network");
      }
    };
    if (range.family === 4) ip4ranges.visit(range.first, take);
    else ip6ranges.visit(range.first, take);
  }

  ipv6(address: Ipv6, network: Scope): void {
    this.index.ip6ranges.visit(address, (reference) => this.take("ip6range", reference, network));
  }

  private take(kind: TableKind, reference: number, scope: Scope, covered = scope): void {
    const segment = segmentOf(reference);
    const part = this.index.parts[segment];
    const table = this.index.tables.get(kind)?.[segment];
    if (part === undefined || table === undefined) return;
    const isAddress = kind === "ip4" || kind === "ip4range" || kind === "ip6range";
    const row = rowAt(table, rowOf(reference));
    this.evidence.push(evidenceOf(part, row, { scope, covered, depth: this.depth }, isAddress));
  }

  private doubt(kind: TableKind, key: Key, scope: Scope, covered = scope): void {
    const colds = this.index.cold.get(kind);
    if (colds === undefined) return;
    for (const cold of colds) {
      if (!mayContain(cold.table.filter, key.hi, key.lo)) continue;
      this.doubts.push({ cold, key, scope, covered, depth: this.depth });
    }
  }
}

/** Whether a row's block also holds the last address of the range. */
function reachesTo({ words }: Table, row: number, range: IpRange): boolean {
  const word = (at: number) => words[at]?.[row] ?? 0;
  if (range.family === 4) return word(1) >= range.last;
  return compareIpv6([word(4), word(5), word(6), word(7)], range.last) >= 0;
}

export function evidenceOf(
  part: Part,
  row: Row,
  asked: Pick<Doubt, "scope" | "covered" | "depth">,
  isAddress: boolean,
): Evidence {
  const { source, confirmedAt, segment } = part;
  const trait = segment.header.traits[row.trait] ?? {};
  // Only threats and exceptions count for names below. Other facts, such as that names are rented out,
  // do not.
  const isCovered = trait.below === true && COVERING.has(source.effect);
  const scope = isCovered ? asked.covered : asked.scope;
  return { source, scope, row, trait, confirmedAt, isAddress, depth: asked.depth };
}
