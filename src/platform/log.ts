export interface LogLine {
  level: "info" | "warn" | "error";
  event: string;
  [field: string]: unknown;
}

export type Log = (line: LogLine) => void;

/** Writes one line of JSON; the platform adds the time and collects it. */
export const consoleLog: Log = (line) => {
  console.log(JSON.stringify(line));
};
