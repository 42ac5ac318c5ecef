/** Where the reading of a pattern stands. Readers move `at` past what they have taken. */
export interface Cursor {
  readonly chars: string[];
  readonly fold: boolean;
  at: number;
}

/** The characters at the cursor, without taking them. */
export function ahead(cursor: Cursor, count: number): string {
  return cursor.chars.slice(cursor.at, cursor.at + count).join("");
}
