import type { Trait } from "../segments/layout.ts";
import type { Row } from "../segments/table.ts";
import type { Source } from "../sources/source.ts";

/**
 * How close a listed thing is to the one asked for, and how much of the evidence that leaves:
 * - `exact`: the very indicator;
 * - `path`: a folder that the address lies in;
 * - `host`: the host of the address asked for;
 * - `parent`: a domain above the name;
 * - `witness`: some other address at the host;
 * - `network`: a block that the address lies in;
 * - `tunnel`: the IPv4 address at the end of a tunnel;
 * - `mailbox`: the same mailbox without its tag;
 * - `resolved`: an address or name server that the name resolves to;
 * - `form`: how the name itself is made.
 */
export const SPECIFICITY = {
  exact: 1,
  path: 0.95,
  host: 0.9,
  parent: 0.6,
  witness: 0.6,
  network: 1,
  tunnel: 0.3,
  mailbox: 0.9,
  resolved: 0.5,
  form: 1,
} as const;

export type Scope = keyof typeof SPECIFICITY;

/** What one source says about the indicator. */
export interface Evidence {
  source: Source;
  scope: Scope;
  row: Row;
  trait: Trait;
  /** When the source is known to have listed it last; Unix milliseconds. */
  confirmedAt: number;
  /** It is about an IP address, which a cloud may give to somebody else tomorrow. */
  isAddress: boolean;
  /**
   * 0 for evidence on the indicator itself, 1 and more for a URL inside it, half a step more for a
   * tunnel.
   */
  depth: number;
}
