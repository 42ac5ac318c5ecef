const ROWS_AT_ONCE = 1_000;
const MOST_ROUNDS = 200;

/** Deletes rows in rounds until a round is not full; gives the number of deleted rows. */
export async function deleteInRounds(
  deleteSome: (most: number) => Promise<number>,
): Promise<number> {
  let all = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const gone = await deleteSome(ROWS_AT_ONCE);
    all += gone;
    if (gone < ROWS_AT_ONCE) break;
  }
  return all;
}
