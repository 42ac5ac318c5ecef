import type { Context } from "hono";
import type { Rampart } from "../../platform/index.ts";
import { wantedOf } from "../account/wanted-of.ts";
import { WaitingForm, type Wanted } from "../account/waiting-form.tsx";
import { accountWords } from "../account/words.ts";
import { Layout } from "../frame/layout.tsx";
import { viewOf, type View } from "../frame/view.ts";
import { sessionWords } from "./words.ts";

const SIGNED_OUT = 401;

/**
 * Answers a form whose session has ended with a page that holds it until the reader has signed in
 * in another tab. The server keeps nothing of it. Undefined if nothing was typed.
 */
export async function waitForSignIn(c: Context<Rampart>): Promise<Response | undefined> {
  const kept = await wantedOf(c);
  if (kept === undefined) return undefined;
  const view = viewOf(c);
  view.note("session_ended");
  return c.html(<WaitPage view={view} kept={kept} />, SIGNED_OUT);
}

function WaitPage({ view, kept }: { view: View; kept: Wanted | "too_long" }) {
  const words = sessionWords[view.language];
  const account = accountWords[view.language];
  return (
    <Layout view={view} title={words.signIn}>
      <h1>{words.signIn}</h1>
      <p role="alert">{kept === "too_long" ? words.endedTooLong : words.ended}</p>
      <p>
        <a class="button primary" href="/portal/sign-in" target="_blank" rel="noopener">
          {words.signInBeside}
        </a>
      </p>
      {kept === "too_long" ? null : (
        <WaitingForm view={view} wanted={kept} label={account.stepSend}>
          {account.stepKept}
        </WaitingForm>
      )}
    </Layout>
  );
}
