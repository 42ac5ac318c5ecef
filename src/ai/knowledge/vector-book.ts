import { ageOf, DAY_MS, given } from "../../platform/index.ts";
import { FailingPieces, type Failing } from "./failing-pieces.ts";
import { REFUSED, RefusedPieces } from "./refused-pieces.ts";
import { readVectorId, vectorId } from "./vector-id.ts";
import { VECTOR_FACT, VECTOR_TABLES } from "./vector-tables.ts";
import { RISK_LIMIT } from "./write-document.ts";
import type { Sql } from "./sql.ts";

/** Vectorize refuses to delete more at once, and no index gets more. */
const MOST_GONE = 100;

/** Counting so many pieces takes a moment only; what more come to is remembered for a while. */
const MOST_COUNTED = 10_000;
const COUNTED_FOR_MS = 15_000;

/** What `stored` says of a piece. */
const TODO = 0;
const STORED = 1;

interface State {
  tenantId: string;
  /** Begins this tenant's ids of vectors. */
  prefix: string;
  /** The index and the model. Vectors of another space are of no use here. */
  space: string | null;
  /** Whether each piece has its row in `vectors`. Absent from what an older version stored. */
  listed?: true;
  /** When refused pieces last got another chance. Older records lack it. */
  doubtedAt?: number;
}

/** How many of a tenant's pieces have a vector, wait for one, or are refused by the model. */
export interface VectorCounts {
  indexed: number;
  waiting: number;
  refused: number;
  /** Those that an index has taken and cannot index. An earlier version does not count them. */
  failing?: Failing;
}

export interface PieceToEmbed {
  /** The vector's id. */
  id: string;
  text: string;
}

const ALL_TODO = `INSERT OR IGNORE INTO vectors (chunk_id, stored)
  SELECT id, 0 FROM chunks WHERE risk < ${RISK_LIMIT}`;

/** Keeps which of a tenant's pieces have vectors in an index, and which vectors have to be removed. */
export class VectorBook {
  private readonly sql: Sql;
  private readonly refusals: RefusedPieces;
  readonly failing: FailingPieces;
  private counted: { counts: VectorCounts; at: number } | undefined;

  constructor(sql: Sql) {
    this.sql = sql;
    this.refusals = new RefusedPieces(sql);
    this.failing = new FailingPieces(sql, (ids) => this.numbersOf(ids));
    this.createTables();
  }

  createTables(): void {
    for (const statement of VECTOR_TABLES) this.sql.all(statement);
    this.refusals.createTables();
    this.failing.createTables();
    this.counted = undefined;
  }

  get tenantId(): string | undefined {
    return this.state()?.tenantId;
  }

  get space(): string | null {
    return this.state()?.space ?? null;
  }

  /** From now on this tenant's pieces may have vectors. */
  open(tenantId: string, prefix: string): void {
    if (this.state() === undefined) this.keep({ tenantId, prefix, space: null });
  }

  /** Changes to another space, or to none: the vectors of the space before are listed for removal. */
  enter(space: string | null): void {
    const state = this.state();
    const isSame = state?.space === space;
    if (state === undefined || (isSame && state.listed)) return;
    this.counted = undefined;
    this.sql.atomically(() => {
      if (!isSame) {
        this.sql.all("INSERT OR IGNORE INTO vectors_gone (number) SELECT number FROM vectors");
        this.sql.all("DELETE FROM vectors");
      }
      if (space !== null) this.sql.all(ALL_TODO);
      this.keep({ ...state, space, listed: true });
    });
  }

  /** Pieces without a vector. Each has its id before anything is sent. */
  toEmbed(most: number): PieceToEmbed[] {
    return this.pieces(`stored = ${TODO}`, most);
  }

  /** Pieces that the model refused once. */
  doubted(most: number): PieceToEmbed[] {
    return this.pieces(`stored = ${REFUSED} AND number IN (${this.refusals.doubted})`, most);
  }

  /** A piece that the model takes, unless it takes nothing now. */
  taken(): PieceToEmbed | undefined {
    return this.pieces(`stored = ${STORED}`, 1)[0];
  }

  /**
   * Notes that pieces have their vectors. A piece that was removed meanwhile stays listed for removal.
   */
  stored(ids: readonly string[]): void {
    this.mark(ids, STORED);
    this.refusals.forget(this.numbersOf(ids));
  }

  /**
   * Notes that the model refused pieces, each alone. Those without a time are sent again in a later turn;
   * the others, which it refused again, have no vector.
   */
  refused(ids: readonly string[], since?: number): void {
    this.mark(ids, REFUSED);
    this.refusals.note(this.numbersOf(ids), since);
  }

  /** Gives some refused pieces another chance, once a day. */
  reconsider(now: number): void {
    const state = this.state();
    if (state === undefined || now < (state.doubtedAt ?? 0) + DAY_MS) return;
    if (this.refusals.doubtOldest(now) > 0) this.keep({ ...state, doubtedAt: now });
  }

  /** When the next refused or failing pieces get another chance; Infinity if there are none. */
  nextChanceAt(): number {
    const refused = Math.max(this.refusals.oldestEndsAt(), (this.state()?.doubtedAt ?? 0) + DAY_MS);
    return Math.min(refused, this.failing.count()?.nextTryAt ?? Infinity);
  }

  /** Of many pieces, how it was some seconds ago: each count goes through all of them. */
  count(now: number): VectorCounts {
    const known = this.counted;
    if (known !== undefined && ageOf(known.at, now) < COUNTED_FOR_MS) return known.counts;
    const counts = this.countAll();
    const { indexed, waiting, refused } = counts;
    const isLong = indexed + waiting + refused > MOST_COUNTED;
    this.counted = isLong ? { counts, at: now } : undefined;
    return counts;
  }

  /** Some of the vectors to be removed. */
  gone(most = MOST_GONE): string[] {
    return this.sql
      .all<{ number: number }>("SELECT number FROM vectors_gone LIMIT ?", most)
      .map(({ number }) => this.nameOf(number));
  }

  removed(ids: readonly string[]): void {
    this.sql.all(
      "DELETE FROM vectors_gone WHERE number IN (SELECT value FROM json_each(?))",
      JSON.stringify(this.numbersOf(ids)),
    );
  }

  /** The pieces of these vectors. An id that is not of this tenant has none. */
  chunksOf(space: string, ids: readonly string[]): ReadonlyMap<string, number> {
    if (this.state()?.space !== space) return new Map();
    const rows = this.sql.all<{ number: number; chunk: number }>(
      `SELECT number, chunk_id AS chunk FROM vectors
       WHERE number IN (SELECT value FROM json_each(?))`,
      JSON.stringify(this.numbersOf(ids)),
    );
    return new Map(rows.map(({ number, chunk }) => [this.nameOf(number), chunk]));
  }

  /** What was refused once, and is sent again, waits. */
  private countAll(): VectorCounts {
    const states = this.sql.all<{ state: number; pieces: number }>(
      `SELECT iif(since = 0, ${TODO}, stored) AS state, count(*) AS pieces
       FROM vectors LEFT JOIN vectors_refused USING (number) GROUP BY state`,
    );
    const of = (state: number) => states.find((one) => one.state === state)?.pieces ?? 0;
    return {
      indexed: of(STORED),
      waiting: of(TODO),
      refused: of(REFUSED),
      ...given({ failing: this.failing.count() }),
    };
  }

  private pieces(which: string, most: number): PieceToEmbed[] {
    return this.sql
      .all<{ number: number; title: string; heading: string; text: string }>(
        `SELECT number, title, heading, text FROM vectors v CROSS JOIN chunks c ON c.id = chunk_id
          JOIN documents d ON d.id = document_id WHERE ${which} AND version > 0 AND c.risk < ?
          ORDER BY number LIMIT ?`,
        RISK_LIMIT,
        most,
      )
      .map(({ number, title, heading, text }) => ({
        id: this.nameOf(number),
        text: [title, heading, text].filter((part) => part !== "").join("\n"),
      }));
  }

  private mark(ids: readonly string[], state: number): void {
    this.sql.all(
      "UPDATE vectors SET stored = ? WHERE number IN (SELECT value FROM json_each(?))",
      state,
      JSON.stringify(this.numbersOf(ids)),
    );
  }

  private get prefix(): string {
    return this.state()?.prefix ?? "";
  }

  private nameOf(number: number): string {
    return vectorId(this.prefix, number);
  }

  private numbersOf(ids: readonly string[]): number[] {
    const { prefix } = this;
    return ids.flatMap((id) => {
      const read = readVectorId(id);
      return read?.prefix === prefix ? [read.number] : [];
    });
  }

  private state(): State | undefined {
    const [row] = this.sql.all<{ value: string }>(
      `SELECT value FROM facts WHERE name = '${VECTOR_FACT}'`,
    );
    return row && (JSON.parse(row.value) as State);
  }

  private keep(state: State): void {
    this.sql.all(
      `INSERT INTO facts (name, value)
         VALUES ('${VECTOR_FACT}', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      JSON.stringify(state),
    );
  }
}
