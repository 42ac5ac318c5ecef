export interface Evaluation {
  title: string;
  /** Prints its figures, or says that its data is missing. */
  run(): Promise<void> | void;
}
