import { Layout } from "../frame/layout.tsx";
import type { View } from "../frame/view.ts";
import { sessionWords } from "./words.ts";

/** A link is spent by a button, not by opening it: mail scanners open every link they see. */
export function AcceptPage({ view, code }: { view: View; code: string }) {
  const words = sessionWords[view.language];
  return (
    <Layout view={view} title={words.signIn}>
      <h1>{words.signIn}</h1>
      <p>{words.linkText}</p>
      <form method="post" action={`/portal/sign-in/${code}`}>
        <button type="submit" class="primary">
          {words.signIn}
        </button>
      </form>
    </Layout>
  );
}

export function SignInPage({ view, message }: { view: View; message?: string }) {
  const words = sessionWords[view.language];
  return (
    <Layout view={view} title={words.signIn}>
      <h1>{words.signIn}</h1>
      {message === undefined ? null : <p role="alert">{message}</p>}
      <p>{words.byLink}</p>
    </Layout>
  );
}
