import type { CallOutcome, Unit } from "./outcome.ts";

/** What is known of a call before it is made. */
export interface CallStart {
  id: string;
  tenantId: string;
  userId: string;
  operation: string;
  provider: string;
  model: string;
  unit: Unit;
  traceId: string;
  at: number;
}

export interface CallEnd {
  outcome: CallOutcome;
  unitsIn: number | null;
  unitsOut: number | null;
  costMicros: number | null;
  pricingVersion: string | null;
  latencyMs: number;
  statusCode: number | null;
}

/** A call as the ledger stores it. */
export type LedgerRow = CallStart & CallEnd;
