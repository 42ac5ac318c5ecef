import { readMessage } from "../../../src/inspection/reading/read-message.ts";
import { scoreForm } from "../../../src/inspection/layers/l1/score-form.ts";
import { classify } from "../../../src/inspection/layers/l3/classify.ts";
import { committed, type Judged } from "./judge.ts";

const ROUNDS = 7;

/**
 * Prints the time per message in this process, the median of several rounds. It is only a guide, since
 * the Worker runs elsewhere.
 */
export function printSpeed(rows: readonly Judged[]): void {
  const isMail = ({ sample }: Judged) => sample.message.channel === "email";
  console.log("Time per message (µs), median of rounds:");
  const line = (name: string, rows: readonly Judged[]) => {
    const messages = rows.map(({ sample }) => sample.message);
    const readings = messages.map((message) => readMessage(message));
    return {
      set: name,
      read: time(messages.length, () => messages.forEach((message) => readMessage(message))),
      L1: time(messages.length, () => readings.forEach((reading) => scoreForm(reading))),
      "L3 and language": time(messages.length, () =>
        readings.forEach((reading) => classify(committed, reading)),
      ),
    };
  };
  console.table([
    line(
      "short messages",
      rows.filter((row) => !isMail(row)),
    ),
    line("mail", rows.filter(isMail)),
  ]);
}

function time(count: number, work: () => void): string {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return ((performance.now() - start) * 1000) / count;
  }).sort((a, b) => a - b);
  return (rounds[ROUNDS >> 1] ?? 0).toFixed(1);
}
