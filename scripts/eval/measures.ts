/**
 * The normalised discounted cumulative gain of a ranked list, in which a document is relevant or not.
 */
export function ndcg(ids: readonly string[], relevant: ReadonlySet<string>, depth: number): number {
  let gain = 0;
  let most = 0;
  for (let at = 0; at < depth; at += 1) {
    const worth = 1 / Math.log2(at + 2);
    if (relevant.has(ids[at] ?? "")) gain += worth;
    if (at < relevant.size) most += worth;
  }
  return most === 0 ? 0 : gain / most;
}

/** One over the place of the first relevant document; 0 if there is none. */
export function reciprocalRank(ids: readonly string[], relevant: ReadonlySet<string>): number {
  const at = ids.findIndex((id) => relevant.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

export interface Judged {
  score: number;
  right: boolean;
}

/** The chance that a right one scores above a wrong one; ties count half. */
export function auroc(judged: readonly Judged[]): number {
  const sorted = [...judged].sort((a, b) => a.score - b.score);
  const right = sorted.filter((one) => one.right).length;
  let ranks = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    const middle = (from + 1 + to) / 2;
    for (let at = from; at < to; at += 1) if (sorted[at]?.right === true) ranks += middle;
    from = to;
  }
  return (ranks - (right * (right + 1)) / 2) / (right * (sorted.length - right));
}

/** The expected calibration error over ten equal steps of the score. */
export function calibrationError(judged: readonly Judged[]): number {
  const bins = Map.groupBy(judged, ({ score }) => Math.min(9, Math.floor(score * 10)));
  let error = 0;
  for (const bin of bins.values()) {
    const said = bin.reduce((sum, { score }) => sum + score, 0);
    const was = bin.filter(({ right }) => right).length;
    error += Math.abs(said - was) / judged.length;
  }
  return error;
}
