import { describe, expect, it } from "vitest";
import { fitMargin, type Example } from "../../scripts/train/fit-margin.ts";
import { dot } from "../../scripts/train/vectors.ts";

const BITS = 4;
const USUAL = 0;
const OFFER = 1;
const NEWS = 2;
const ALIKE = 6;
const FIT = { cost: 5, evenness: 0.5 };

const said = (...ids: number[]) => ({
  ids: Uint32Array.from(ids),
  values: new Float32Array(ids.length).fill(1),
  ends: new Uint32Array(),
});

/** One clean message has a feature that only bad ones have besides, so that a like message would count as bad. */
function fitted(push: number) {
  const odd: Example = { vector: said(OFFER, NEWS), side: -1, weight: 1, push };
  const plain = Array.from({ length: ALIKE }, (): Example[] => [
    { vector: said(USUAL), side: -1, weight: 1, push },
    { vector: said(OFFER), side: 1, weight: 1 },
  ]);
  return fitMargin([odd, ...plain.flat()], BITS, FIT);
}

function marginOf(push: number, ...ids: number[]): number {
  const { weights, bias } = fitted(push);
  return dot(weights, said(...ids)) + bias;
}

describe("an example with a push", () => {
  it("moves further to its side if only its own weight keeps it there", () => {
    expect(marginOf(1, OFFER, NEWS)).toBeLessThan(marginOf(0, OFFER, NEWS) - 0.2);
  });

  it("does not move if it needs no push, and leaves the other side's examples there", () => {
    expect(marginOf(1, USUAL)).toBeCloseTo(marginOf(0, USUAL), 0);
    expect(marginOf(1, OFFER)).toBeGreaterThan(0);
  });

  it("gives the same weights each time", () => {
    expect(fitted(1)).toEqual(fitted(1));
  });
});

describe("an example with a cost beyond its margin", () => {
  const FAR = [0, 1, 2, 3];
  const SHORT = 4;

  /** One example has the features of all the others together, and so is far beyond its margin. */
  function farMargin(beyond: number): number {
    const examples = FAR.flatMap((id): Example[] => [
      { vector: said(id), side: 1, weight: 1 },
      { vector: said(SHORT + id), side: -1, weight: 1 },
    ]);
    const far: Example = { vector: said(...FAR), side: 1, weight: 10, beyond };
    const { weights, bias } = fitMargin([...examples, far], BITS, FIT);
    return dot(weights, said(...FAR)) + bias;
  }

  it("is drawn back towards its margin", () => {
    expect(farMargin(0)).toBeGreaterThan(2);
    expect(farMargin(0.03)).toBeLessThan(farMargin(0) - 0.3);
    expect(farMargin(1)).toBeLessThan(1.5);
  });
});
