import type { MiddlewareHandler } from "hono";
import { claimForm, releaseForm } from "../../access/sessions/index.ts";
import { Problem, refuse } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import type { Context } from "hono";
import type { PortalEnv } from "./view.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** The token of the form that this request has claimed. */
    sentForm: string | undefined;
  }
}

const TOKEN = /^[0-9A-Za-z]{16}$/;
const FIRST_REFUSAL = 400;

/** A form that was refused may be sent again: its token counts as unused then. */
export const sendOnce: MiddlewareHandler<PortalEnv> = async (c, next) => {
  await next();
  const claimed = c.get("sentForm");
  if (claimed === undefined || c.res.status < FIRST_REFUSAL) return;
  await releaseForm(database(c.env), claimed);
};

/** Takes a form's token; a form that comes a second time ends here and changes nothing. */
export async function claimOnce(c: Context<PortalEnv, string>, token: string): Promise<void> {
  const who = c.get("who");
  if (who === undefined || !TOKEN.test(token)) return;
  const name = `${who.personId} ${token}`;
  if (!(await claimForm(database(c.env), name, c.get("platform").now()))) {
    const message = "This form was sent already. What it asked for was done once.";
    throw new Problem(refuse(409, "already_sent", message));
  }
  c.set("sentForm", name);
}
