import { PasskeyForm } from "../account/passkey-form.tsx";
import { accountWords } from "../account/words.ts";
import { Layout } from "../frame/layout.tsx";
import type { View } from "../frame/view.ts";
import { sessionWords } from "./words.ts";

/**
 * A link is used by a button and not by opening it, because mail scanners open every link. The form
 * has no action, so it is sent to the link's own address: an address made from the link's content
 * could lead anywhere.
 */
export function AcceptPage({ view }: { view: View }) {
  const words = sessionWords[view.language];
  return (
    <Layout view={view} title={words.signIn}>
      <h1>{words.signIn}</h1>
      <p>{words.linkText}</p>
      <form method="post">
        <button type="submit" class="primary">
          {words.signIn}
        </button>
      </form>
    </Layout>
  );
}

interface SignInProps {
  view: View;
  options: object;
  providers: readonly { id: string; name: string }[];
  message?: string;
}

export function SignInPage({ view, options, providers, message }: SignInProps) {
  const words = sessionWords[view.language];
  return (
    <Layout view={view} title={words.signIn}>
      <h1>{words.signIn}</h1>
      {message === undefined ? null : <p role="alert">{message}</p>}
      <PasskeyForm
        view={view}
        action="/portal/sign-in/passkey"
        ceremony="get"
        options={options}
        label={accountWords[view.language].signIn}
      />
      {providers.map(({ id, name }) => (
        <p>
          <a class="button" href={`/portal/oidc/${id}`}>
            {words.byProvider(name)}
          </a>
        </p>
      ))}
      <p class="soft">{words.byLink}</p>
    </Layout>
  );
}
