import type { Load } from "./load/load.ts";
import type { Bench } from "./start-bench.ts";

export interface Call {
  worker: "bare" | "gated" | "product" | "counted";
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /**
   * Several callers in turn, each with its own path and headers beside the ones above, so that no
   * memory of the last call makes the next one look faster.
   */
  callers?: readonly Caller[];
}

export interface Caller {
  path: string;
  headers: Record<string, string>;
}

export interface Case {
  name: string;
  call: Call;
  /** The case that it is compared with; a reference has none. */
  against?: string;
  /** The ratio that an issue asks for. */
  target?: number;
  /** Called after the measurement; returns what was counted meanwhile. */
  after?: (bench: Bench, requests: number) => Promise<string>;
}

/** Makes the cases of one slice. What they need is made through the product's own API. */
export type MakeCases = (bench: Bench) => Promise<Case[]>;

/** Gives what a slice measures besides requests, line by line. */
export type Report = (bench: Bench, load: Load) => AsyncGenerator<string>;
