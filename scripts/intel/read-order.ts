import { Misuse } from "../instance/run-command.ts";
import { takeOptions } from "../instance/take-options.ts";
import { findTarget, type Target } from "./find-target.ts";

export const USAGE = `Usage:
  npm run intel -- load <source> <file>    sends a feed, or a segment that was built before
  npm run intel -- build <source> <file>   builds a segment here and sends it

  --address <URL>     the instance; else RAMPART_URL, else the one that npm start has started
  --token-file <file> a file with an operator's token for it; else RAMPART_TOKEN
  --may-shrink        lets the feed be less than half of the one before
  --out <file>        with build: writes the segment there and sends nothing

Ends with 0 when all is done, 1 on a failure, 2 when the command line is wrong.`;

export interface Order {
  verb: "load" | "build";
  source: string;
  file: string;
  mayShrink: boolean;
  out: string | undefined;
  /** Called when it is needed: a segment that is only written needs no target. */
  target: () => Target;
}

export function readOrder(argv: readonly string[], env: NodeJS.ProcessEnv, root: string): Order {
  const { values, positionals } = takeOptions(
    {
      address: { type: "string" },
      // The former name of `--address`.
      to: { type: "string" },
      "token-file": { type: "string" },
      out: { type: "string" },
      "may-shrink": { type: "boolean" },
    },
    argv,
    env,
  );
  const [verb, source, file, more] = positionals;
  const isVerb = verb === "load" || verb === "build";
  if (!isVerb || source === undefined || file === undefined || more !== undefined) {
    throw new Misuse("load and build each take a source and a file.");
  }
  const { to, address = to, "token-file": tokenFile, out } = values;
  const { "may-shrink": mayShrink = false } = values;
  if (out !== undefined && verb === "load") throw new Misuse("--out goes with build alone.");
  const target = () => findTarget({ address, tokenFile }, env, root);
  return { verb, source, file, mayShrink, out, target };
}
