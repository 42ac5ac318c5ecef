export interface LogLine {
  level: "info" | "warn" | "error";
  event: string;
  [field: string]: unknown;
}

export type Log = (line: LogLine) => void;

/** One line of JSON per happening; the platform adds the time and ships it. */
export const consoleLog: Log = (line) => {
  console.log(JSON.stringify(line));
};
