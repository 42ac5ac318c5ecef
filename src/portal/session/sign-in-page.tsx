import type { Context } from "hono";
import { askPasskey } from "../../access/passkeys/index.ts";
import { offeredIssuers } from "../../access/oidc/index.ts";
import type { Refusal } from "../../http/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { ceremonyOf } from "../account/ceremony-of.ts";
import { sayRefusal } from "../frame/say-refusal.ts";
import { viewOf } from "../frame/view.ts";
import { SignInPage } from "./sign-in-pages.tsx";

/** The sign-in page, with the last refusal. */
export async function signInPage(c: Context<Rampart, string>, refused?: Refusal) {
  const view = viewOf(c);
  const options = await askPasskey(database(c.env), undefined, ceremonyOf(c));
  const offered = offeredIssuers(c.env.OIDC_ISSUERS, c.get("platform").log);
  const providers = offered.map(({ signIn }) => signIn);
  if (refused !== undefined) view.note(refused.error);
  const said = refused === undefined ? {} : { message: sayRefusal(view.language, refused) };
  return <SignInPage view={view} options={options} providers={providers} {...said} />;
}
