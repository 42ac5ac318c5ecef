const UNITS = [
  ["MiB", 1024 * 1024],
  ["KiB", 1024],
] as const;

/** How many bytes, as people say it: in the largest unit that they fill to the last byte. */
export function saySize(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes >= size && bytes % size === 0);
  return unit === undefined ? `${bytes} bytes` : `${bytes / unit[1]} ${unit[0]}`;
}
