import { parseArgs } from "node:util";
import { keptByNpm } from "./kept-by-npm.ts";
import { asksForHelp, isMisuse, Misuse, MISUSED, sayMisuse } from "./run-command.ts";

interface Known {
  switches?: readonly string[];
  /** Names that may be given besides; without this, none. */
  names?: readonly string[];
  /** Settings of the shell that are numbers, each with what counts without it. */
  counts?: Readonly<Record<string, number>>;
}

export interface Arguments {
  counts: ReadonlyMap<string, number>;
  switches: ReadonlySet<string>;
  names: readonly string[];
}

/**
 * Reads the arguments of a script that takes switches and names. For help and misuse it ends the
 * process.
 */
export function takeArguments(usage: string, known: Known): Arguments {
  const { switches = [], names = [], counts = {} } = known;
  if (asksForHelp()) end(0, usage);
  try {
    const kept = keptByNpm(switches, process.env);
    if (kept !== undefined) {
      throw new Misuse(`npm kept --${kept} for itself: write -- before it, as here.`);
    }
    const options = Object.fromEntries(
      switches.map((name) => [name, { type: "boolean" as const }]),
    );
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const stranger = positionals.find((name) => !names.includes(name));
    if (stranger !== undefined) throw new Misuse(`There is no "${stranger}" here.`);
    return {
      switches: new Set(Object.keys(values)),
      names: positionals,
      counts: new Map(
        Object.entries(counts).map(([name, fallback]) => [name, countOf(name, fallback)]),
      ),
    };
  } catch (error) {
    if (!isMisuse(error)) throw error;
    return end(MISUSED, sayMisuse(error, usage));
  }
}

function countOf(name: string, fallback: number): number {
  const text = process.env[name] || String(fallback);
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Misuse(`${name} must be a number from 1, not "${text}".`);
}

function end(code: number, text: string): never {
  if (code === 0) console.log(text);
  else console.error(text);
  process.exit(code);
}
