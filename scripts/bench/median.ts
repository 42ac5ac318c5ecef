export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [above = 0, below = above] = [sorted.length / 2, (sorted.length - 1) / 2].map(
    (place) => sorted[Math.floor(place)],
  );
  return (above + below) / 2;
}
