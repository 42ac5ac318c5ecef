import type { Load } from "./load/load.ts";
import type { Bench } from "./start-bench.ts";

export interface Call {
  worker: "bare" | "gated" | "product" | "counted";
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /**
   * Several in turn, each with a path and headers of its own beside the ones above, so that no
   * memory of the last one flatters.
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
  /** Told after the measurement: what was counted meanwhile. */
  after?: (bench: Bench, requests: number) => Promise<string>;
}

/** Cases of one slice. What they need is made through the product's own API. */
export type MakeCases = (bench: Bench) => Promise<Case[]>;

/** What a slice measures besides requests; one line of text after the other. */
export type Report = (bench: Bench, load: Load) => AsyncGenerator<string>;
