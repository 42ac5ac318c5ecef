import { join, resolve } from "node:path";
import { readInstance, type Instance } from "./instance/read-instance.ts";
import { Misuse, runCommand } from "./instance/run-command.ts";
import { takeOptions } from "./instance/take-options.ts";

const USAGE = `npm run keys -- <command> [options]

  roots            the roots, and how many tenants' keys are under each
  progress         one line; ends with 3 while tenants are left under an older root
  stale            the tenants that are left, and why
  rotate-root      carries them over to the current root; ends with 3 if some cannot be moved

  add-root         a new root into the file of the secret, not in use yet
  use-root <n>     makes root n the current one, once it is deployed
  drop-root <n>    takes root n out, once nobody needs it any more

  --address URL    the instance, or RAMPART_URL; without it the one that npm start runs here
  --token-file F   a file with an operator's token, or RAMPART_TOKEN
  --file F         the file of that instance's secret ENCRYPTION_ROOTS; npm start's is secrets.env

Ends with 0 when all is done, 1 on a failure, 2 when the command line is wrong, 3 when it is unfinished.`;

const ROOT = resolve(import.meta.dirname, "..");

type Look = "showRoots" | "showProgress" | "listStale" | "rotateRoot";
type Change = "useInFile" | "dropFromFile";

const LOOK = new Map<string, Look>([
  ["roots", "showRoots"],
  ["progress", "showProgress"],
  ["stale", "listStale"],
  ["rotate-root", "rotateRoot"],
]);
const CHANGE = new Map<string, Change>([
  ["use-root", "useInFile"],
  ["drop-root", "dropFromFile"],
]);

await runCommand(USAGE, async () => {
  const { positionals, values } = takeOptions({
    address: { type: "string" },
    "token-file": { type: "string" },
    file: { type: "string" },
  });
  const [name = "", number, ...more] = positionals;
  const look = LOOK.get(name);
  const change = CHANGE.get(name);
  if (look === undefined && change === undefined && name !== "add-root") {
    throw new Misuse(name === "" ? "Name a command." : `There is no command "${name}".`);
  }
  const numbers = change === undefined ? 0 : 1;
  if (more.length > 0 || (number === undefined ? 0 : 1) !== numbers) {
    throw new Misuse(`"${name}" takes ${numbers === 0 ? "no" : "one"} number of a root.`);
  }
  const root = change === undefined ? 0 : rootOf(number);
  const named = { address: values.address, tokenFile: values["token-file"] };
  const instance = readInstance(ROOT, named, process.env);
  const file = look === undefined ? fileOf(instance, values.file) : "";
  // Loaded here, because it takes a while and is not needed for a refusal.
  const commands = await import("./keys/commands.ts");
  if (look !== undefined) return commands[look](instance);
  if (change !== undefined) return commands[change](instance, file, root);
  return commands.addToFile(instance, file);
});

function rootOf(text = ""): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Misuse(`"${text}" is no number of a root.`);
  return Number(text);
}

/**
 * Finds the file of the instance's secret. What another instance says of its roots must not change it.
 */
function fileOf({ stateDir }: Instance, named: string | undefined): string {
  if (stateDir === undefined) {
    if (named !== undefined) return named;
    throw new Misuse("Name the file of that instance's secret by --file.");
  }
  if (named === undefined) return join(stateDir, "secrets.env");
  throw new Misuse("--file is for an instance elsewhere: name its address, or set RAMPART_URL.");
}
