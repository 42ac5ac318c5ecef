import { probabilityOf } from "../../src/inspection/model/fuse.ts";

export interface Point {
  inputs: readonly number[];
  /** 1 or 0. */
  target: number;
  weight: number;
}

const STEPS = 60;
const RIDGE = 1e-3;

/** Fits a small logistic regression by Newton's method; returns the weights and, last, the bias. */
export function fitLogistic(points: readonly Point[]): number[] {
  const size = (points[0]?.inputs.length ?? 0) + 1;
  let beta = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = beta.map((value) => -RIDGE * value);
    const hessian = beta.map((_, i) => beta.map((__, j): number => (i === j ? RIDGE : 0)));
    for (const { inputs, target, weight } of points) {
      const row = [...inputs, 1];
      const p = probabilityOf(row.reduce((sum, x, i) => sum + x * (beta[i] ?? 0), 0));
      for (let i = 0; i < size; i++) {
        const x = row[i] ?? 0;
        gradient[i] = (gradient[i] ?? 0) + weight * (target - p) * x;
        const line = hessian[i] ?? [];
        for (let j = 0; j < size; j++)
          line[j] = (line[j] ?? 0) + weight * p * (1 - p) * x * (row[j] ?? 0);
      }
    }
    const change = solve(hessian, gradient);
    beta = beta.map((value, i) => value + (change[i] ?? 0));
    if (change.every((value) => Math.abs(value) < 1e-9)) break;
  }
  return beta;
}

/** Solves by Gauss-Jordan elimination; the matrix is small and positive definite. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i] ?? [];
    const head = pivot[i] ?? 1;
    for (let j = i; j < pivot.length; j++) pivot[j] = (pivot[j] ?? 0) / head;
    for (let k = 0; k < rows.length; k++) {
      const row = rows[k] ?? [];
      const factor = row[i] ?? 0;
      if (k !== i)
        for (let j = i; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
