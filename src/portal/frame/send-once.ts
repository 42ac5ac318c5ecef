import type { MiddlewareHandler, Next } from "hono";
import { claimForm, endForm, isFormDone, releaseForm } from "../../access/sessions/index.ts";
import { failureOf, Problem, refuse, type Refusal } from "../../http/index.ts";
import { database, type Database, type Rampart } from "../../platform/index.ts";
import type { Context } from "hono";

declare module "hono" {
  interface ContextVariableMap {
    /** The token of the form that this request has claimed. */
    sentForm: string | undefined;
  }
}

const TOKEN = /^[0-9A-Za-z]{16}$/;
const FIRST_REFUSAL = 400;

/** Runs a form to its end, then notes that it is done, or frees its token if it was refused. */
export const sendOnce: MiddlewareHandler<Rampart> = async (c, next) => {
  const going = carryThrough(c, next);
  // A second press ends the wait for the first answer, and the platform ends requests that nobody
  // waits for.
  if (c.req.method === "POST") c.executionCtx.waitUntil(going);
  await going;
};

async function carryThrough(c: Context<Rampart>, next: Next): Promise<void> {
  await next();
  const claimed = c.get("sentForm");
  if (claimed === undefined) return;
  const db = database(c.env);
  const { now, log } = c.get("platform");
  const noted =
    c.res.status < FIRST_REFUSAL ? endForm(db, claimed, now()) : releaseForm(db, claimed);
  // The change is done all the same; if the form is sent again, the answer says that nobody knows.
  await noted.catch((error: unknown) =>
    log({ level: "warn", event: "form_end_unnoted", reason: failureOf(error) }),
  );
}

/** Claims a form's token. A form that is sent a second time is refused here. */
export async function claimOnce(c: Context<Rampart, string>, token: string): Promise<void> {
  const who = c.get("who");
  if (who === undefined || !TOKEN.test(token)) return;
  const db = database(c.env);
  const name = `${who.personId} ${token}`;
  if (await claimForm(db, name, c.get("platform").now())) c.set("sentForm", name);
  else throw new Problem(await refuseAgain(db, name));
}

async function refuseAgain(db: Database, name: string): Promise<Refusal> {
  if (await isFormDone(db, name)) {
    return refuse(409, "already_sent", "What this form asked for was done once.");
  }
  return refuse(409, "end_unknown", "Nobody knows whether it was done.");
}
