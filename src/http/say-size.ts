const UNITS = [
  ["MiB", 1024 * 1024],
  ["KiB", 1024],
] as const;

/** A number of bytes in words, in the largest unit that divides it: "64 KiB". */
export function saySize(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes >= size && bytes % size === 0);
  return unit === undefined ? `${bytes} bytes` : `${bytes / unit[1]} ${unit[0]}`;
}
