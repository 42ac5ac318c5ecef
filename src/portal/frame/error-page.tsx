import type { Context } from "hono";
import { answerProblem, refusalOf } from "../../http/index.ts";
import { Layout } from "./layout.tsx";
import { sayRefusal } from "./say-refusal.ts";
import { viewOf, type PortalEnv, type View } from "./view.ts";
import { frameWords } from "./words.ts";

interface ErrorProps {
  view: View;
  message: string | undefined;
  requestId: string;
}

function ErrorPage({ view, message, requestId }: ErrorProps) {
  const words = frameWords[view.language];
  return (
    <Layout view={view} title={words.errorTitle}>
      <h1>{words.errorTitle}</h1>
      {message === undefined ? null : <p>{message}</p>}
      <p class="soft">
        {words.reference_id}: <code>{requestId}</code>
      </p>
      <p>
        <a href="/portal">{words.back}</a>
      </p>
    </Layout>
  );
}

/** People get a page where programs get JSON; status, headers and log stay the same. */
export function answerErrorPage(
  thrown: Error,
  c: Context<PortalEnv>,
): Response | Promise<Response> {
  const { status, headers } = answerProblem(c, thrown, "full");
  const view = viewOf(c);
  const refusal = refusalOf(thrown);
  const said = refusal && sayRefusal(view.language, refusal);
  headers.delete("content-type");
  c.get("call").stamped = false;
  const page = <ErrorPage view={view} message={said} requestId={c.get("call").id} />;
  return c.html(page, status as 500, Object.fromEntries(headers));
}
