import { parseArgs } from "node:util";
import { asksForHelp, isMisuse, Misuse, MISUSED } from "./run-command.ts";

interface Known {
  switches?: readonly string[];
  /** Names that may be given besides; without this, none. */
  names?: readonly string[];
}

export interface Arguments {
  switches: ReadonlySet<string>;
  names: readonly string[];
}

/**
 * Reads the arguments of a script that takes switches and names. For help and misuse it ends the
 * process.
 */
export function takeArguments(usage: string, known: Known): Arguments {
  const { switches = [], names = [] } = known;
  if (asksForHelp()) end(0, usage);
  try {
    const options = Object.fromEntries(
      switches.map((name) => [name, { type: "boolean" as const }]),
    );
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const stranger = positionals.find((name) => !names.includes(name));
    if (stranger !== undefined) throw new Misuse(`There is no "${stranger}" here.`);
    return { switches: new Set(Object.keys(values)), names: positionals };
  } catch (error) {
    if (!isMisuse(error)) throw error;
    return end(MISUSED, `${error.message}\n\n${usage}`);
  }
}

function end(code: number, text: string): never {
  if (code === 0) console.log(text);
  else console.error(text);
  process.exit(code);
}
