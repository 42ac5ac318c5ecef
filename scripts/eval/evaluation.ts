export interface Evaluation {
  title: string;
  /** Prints its figures; says so loudly where its data is absent. */
  run(): Promise<void> | void;
}
