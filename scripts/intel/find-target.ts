import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod";
import { Failure } from "../dev/failure.ts";

/** The instance that is spoken to, and as whom. */
export interface Target {
  address: string;
  token: string;
  /** The key under which its e-mails are hashed, where it is known here. */
  mailSecret: string | undefined;
}

const local = z.object({ baseUrl: z.url(), operatorToken: z.string() });

interface Given {
  to: string | undefined;
  token: string | undefined;
}

/** What was given, else what the environment says, else what `npm start` has left. */
export function findTarget({ to, token }: Given, env: NodeJS.ProcessEnv, root: string): Target {
  const state = resolve(root, env["RAMPART_STATE_DIR"] || ".dev");
  const address = to ?? env["RAMPART_URL"];
  const own = token ?? env["RAMPART_TOKEN"];
  const mailSecret = env["INDICATOR_HMAC_KEY"];
  if (address !== undefined) {
    if (own === undefined) throw new Failure("Another instance needs --token or RAMPART_TOKEN.");
    return { address: addressOf(address), token: own, mailSecret };
  }
  const { baseUrl, operatorToken } = readLocal(join(state, "credentials.json"));
  return {
    address: baseUrl,
    token: own ?? operatorToken,
    mailSecret: mailSecret ?? readSecret(join(state, "secrets.env")),
  };
}

function addressOf(text: string): string {
  if (!URL.canParse(text)) throw new Failure(`${text} is no address.`);
  return text.replace(/\/+$/, "");
}

function readLocal(file: string): z.infer<typeof local> {
  if (existsSync(file)) {
    const kept = local.safeParse(JSON.parse(readFileSync(file, "utf8")));
    if (kept.success) return kept.data;
  }
  throw new Failure(`There is no ${file}: run npm start, or name an instance with --to.`);
}

function readSecret(file: string): string | undefined {
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8"))["INDICATOR_HMAC_KEY"] : undefined;
}
