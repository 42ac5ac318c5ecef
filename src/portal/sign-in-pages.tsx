import { Layout } from "./layout.tsx";

/** A link is spent by a button, not by opening it: mail scanners open every link they see. */
export function AcceptPage({ code }: { code: string }) {
  return (
    <Layout title="Sign in">
      <h1>Sign in</h1>
      <p>This link signs you in once. It is spent when you press the button.</p>
      <form method="post" action={`/portal/sign-in/${code}`}>
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </Layout>
  );
}

export function SignInPage({ message }: { message?: string }) {
  return (
    <Layout title="Sign in">
      <h1>Sign in</h1>
      {message === undefined ? null : <p role="alert">{message}</p>}
      <p>You come in by a one-time link. Ask an owner of your tenant, or an operator, for one.</p>
    </Layout>
  );
}
