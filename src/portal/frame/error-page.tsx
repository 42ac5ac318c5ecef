import type { Context } from "hono";
import { answerProblem, INTERNAL, refusalOf } from "../../http/index.ts";
import { wantedOf } from "../account/wanted-of.ts";
import { WaitingForm, type Wanted } from "../account/waiting-form.tsx";
import { Layout } from "./layout.tsx";
import { sayRefusal } from "./say-refusal.ts";
import { viewOf, type PortalEnv, type View } from "./view.ts";
import { frameWords } from "./words.ts";

/** What may go well with the same request. */
const PASSING = new Set([429, 500, 503]);

interface ErrorProps {
  view: View;
  status: number;
  message: string;
  requestId: string;
  /** The page itself, where loading it again may go well. */
  again: string | undefined;
  /** What was typed, where sending it again may go well. */
  wanted: Wanted | undefined;
}

function ErrorPage({ view, status, message, requestId, again, wanted }: ErrorProps) {
  const words = frameWords[view.language];
  const title = { 403: words.refusedTitle, 404: words.lostTitle }[status] ?? words.errorTitle;
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <p>{message}</p>
      {again === undefined ? null : (
        <p>
          <a class="button" href={again}>
            {words.tryAgain}
          </a>
        </p>
      )}
      {wanted === undefined ? null : (
        <WaitingForm wanted={wanted} label={words.sendAgain}>
          {words.keptHere}
        </WaitingForm>
      )}
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
export async function answerErrorPage(thrown: Error, c: Context<PortalEnv>): Promise<Response> {
  const { status, headers } = answerProblem(c, thrown, "full");
  const view = viewOf(c);
  const message = sayRefusal(view.language, refusalOf(thrown) ?? INTERNAL);
  const isPassing = PASSING.has(status);
  const wanted = isPassing ? await wantedOf(c) : undefined;
  const again = isPassing && c.req.method === "GET" ? view.path : undefined;
  headers.delete("content-type");
  c.get("call").stamped = false;
  const requestId = c.get("call").id;
  const page = <ErrorPage {...{ view, status, message, requestId, again, wanted }} />;
  return c.html(page, status as 500, Object.fromEntries(headers));
}
