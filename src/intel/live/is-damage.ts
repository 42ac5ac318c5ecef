/** As `DamagedSource` and the loss of the manifest say it. */
const DAMAGE =
  /^The (?:segment intel\/segments\/.* is damaged: |file \S+ is missing, which names the segments )/;

/** Whether a source fails for what is stored of it, and not for what its publisher sent. */
export function isDamage(lastError: string): boolean {
  return DAMAGE.test(lastError);
}
