import type { UsageReport } from "../keyring/record.ts";

export type Use = "encryptions" | "decryptions";

/** Counts the operations under each key version that the keyring has not been told of. */
export class Usage {
  private readonly counts = new Map<number, Record<Use, number>>();
  private unconfirmed: UsageReport | null = null;

  add(version: number, use: Use, times: number): void {
    const known = this.counts.get(version);
    if (known !== undefined) known[use] += times;
    else this.counts.set(version, { encryptions: 0, decryptions: 0, [use]: times });
  }

  get waiting(): boolean {
    return this.unconfirmed !== null || this.counts.size > 0;
  }

  /** The report to send. One that was not confirmed is sent again unchanged, before a new one. */
  report(): UsageReport | null {
    if (this.unconfirmed === null && this.counts.size > 0) {
      const counts = Array.from(this.counts, ([version, count]) => ({ version, ...count }));
      this.counts.clear();
      this.unconfirmed = { id: crypto.randomUUID(), counts };
    }
    return this.unconfirmed;
  }

  confirm(report: UsageReport | null): void {
    if (this.unconfirmed === report) this.unconfirmed = null;
  }
}
