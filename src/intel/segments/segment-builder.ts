import type { Trait } from "./layout.ts";
import type { Row, Table, TableKind } from "./table.ts";
import { TABLE_KINDS } from "./table.ts";
import { TableBuilder } from "./table-builder.ts";

const MAX_TRAITS = 65_535;

/** Collects the rows of one feed. */
export class SegmentBuilder {
  readonly traits: Trait[] = [{}];
  /** How many keys were added, with repeated ones. */
  keys = 0;
  private readonly known = new Map<string, number>([["{}", 0]]);
  private readonly builders: Record<TableKind, TableBuilder> = {
    ip4: new TableBuilder("ip4"),
    ip4range: new TableBuilder("ip4range"),
    ip6range: new TableBuilder("ip6range"),
    name: new TableBuilder("name"),
    asn: new TableBuilder("asn"),
    mail: new TableBuilder("mail"),
  };

  add(kind: TableKind, key: readonly number[], row: Row): void {
    this.builders[kind].add(key, row);
    this.keys += 1;
  }

  /** The number of a trait. If there are too many, further ones get that of the empty trait. */
  traitOf(trait: Trait): number {
    const text = JSON.stringify(trait);
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.traits.length > MAX_TRAITS) return 0;
    const number = this.traits.length;
    this.traits.push(trait);
    this.known.set(text, number);
    return number;
  }

  finish(): Table[] {
    return TABLE_KINDS.map((kind) => this.builders[kind].finish());
  }
}
