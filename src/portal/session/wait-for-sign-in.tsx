import type { Context } from "hono";
import { WaitingForm, type Wanted } from "../account/waiting-form.tsx";
import { OPENED, readSent } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { viewOf, type PortalEnv, type View } from "../frame/view.ts";
import { sessionWords } from "./words.ts";

const SIGNED_OUT = 401;
/** What a form brings that nobody has typed. */
const UNTYPED = new Set(["once", OPENED]);
/** A passkey's answer counts once, and for the session that asked. */
const CREDENTIAL = "credential";

/**
 * A form that was typed in a session that has ended meanwhile waits in this page until the reader has
 * signed in beside it. Nothing of it is kept here. Undefined where there is nothing to lose.
 */
export async function waitForSignIn(c: Context<PortalEnv>): Promise<Response | undefined> {
  // What is no form, or is too long for one that waits, is as lost as it always was.
  const sent = await readSent(c).catch(() => undefined);
  if (sent === undefined || !wasTyped(sent)) return undefined;
  const view = viewOf(c);
  view.note("session_ended");
  const wanted = { action: new URL(c.req.url).pathname, fields: [...sent] };
  return c.html(<WaitPage view={view} wanted={wanted} />, SIGNED_OUT);
}

function wasTyped(sent: URLSearchParams): boolean {
  if (sent.has(CREDENTIAL)) return false;
  return [...sent].some(([name, value]) => !UNTYPED.has(name) && value.trim() !== "");
}

function WaitPage({ view, wanted }: { view: View; wanted: Wanted }) {
  const words = sessionWords[view.language];
  return (
    <Layout view={view} title={words.signIn}>
      <h1>{words.signIn}</h1>
      <p role="alert">{words.ended}</p>
      <p>
        <a class="button primary" href="/portal/sign-in" target="_blank" rel="noopener">
          {words.signInBeside}
        </a>
      </p>
      <WaitingForm view={view} wanted={wanted} />
    </Layout>
  );
}
