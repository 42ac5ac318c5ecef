import { EVASIONS, perturb } from "../../train/perturb.ts";
import { seeded } from "../../train/random.ts";
import { judge, type Judged } from "./judge.ts";
import { percent } from "./measures.ts";

const SEED = 7;

/** Recall on the bad messages as they are, and on copies disguised in each of the usual ways. */
export function printEvasion(sets: Record<string, Judged[]>): void {
  console.log("Recall under evasion (points lost against the plain messages):");
  const lines = Object.entries(sets).map(([name, rows]) => {
    const bad = rows.filter((row) => row.bad);
    const plain = share(bad);
    const losses = EVASIONS.map((evasion) => {
      const random = seeded(SEED);
      const copies = bad.map(({ model, sample }) =>
        judge(model, { ...sample, message: perturb(sample.message, evasion, random) }),
      );
      return [evasion, `${percent(share(copies))} (${((plain - share(copies)) * 100).toFixed(1)})`];
    });
    return { set: name, plain: percent(plain), ...Object.fromEntries(losses) };
  });
  console.table(lines.filter((line) => line.plain !== "-"));
}

function share(rows: readonly Judged[]): number {
  return rows.filter((row) => row.verdict !== "clean").length / rows.length;
}
