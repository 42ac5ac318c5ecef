import type { Context } from "hono";
import { answerProblem, INTERNAL, refusalOf } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { wantedOf } from "../account/wanted-of.ts";
import { Typed, WaitingForm, type Wanted } from "../account/waiting-form.tsx";
import { Layout } from "./layout.tsx";
import { sayRefusal } from "./say-refusal.ts";
import { sayWait } from "./say.ts";
import { viewOf, type View } from "./view.ts";
import { frameWords } from "./words.ts";

/** Statuses after which the same request may succeed later. */
const PASSING = new Set([408, 429, 500, 503]);
const FORBIDDEN = 403;

interface ErrorProps {
  view: View;
  status: number;
  message: string;
  requestId: string;
  /** The seconds to wait, if they are known. */
  waitSeconds: number | undefined;
  /** The page's own address, if loading it again may succeed. */
  again: string | undefined;
  /** What was typed into the form that failed. */
  wanted: Wanted | undefined;
}

function ErrorPage(props: ErrorProps) {
  const { view, status, message, requestId, waitSeconds, again, wanted } = props;
  const words = frameWords[view.language];
  const title = titleOf(status, words);
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <p>
        {message}{" "}
        {waitSeconds === undefined ? null : words.againIn(sayWait(view.language, waitSeconds))}
      </p>
      {again === undefined ? null : (
        <p>
          <a class="button" href={again}>
            {words.tryAgain}
          </a>
        </p>
      )}
      {wanted === undefined ? null : <Kept view={view} status={status} wanted={wanted} />}
      <p class="soft">
        {words.reference_id}: <code>{requestId}</code>
      </p>
      <p>
        <a href="/portal">{words.back}</a>
      </p>
    </Layout>
  );
}

function titleOf(status: number, words: (typeof frameWords)["en"]): string {
  const titles: Record<number, string> = {
    [FORBIDDEN]: words.refusedTitle,
    404: words.lostTitle,
    408: words.laterTitle,
    413: words.tooLargeTitle,
    429: words.laterTitle,
    503: words.laterTitle,
  };
  return titles[status] ?? words.errorTitle;
}

/** The form, to be sent again if that may succeed, else to be copied. */
function Kept({ view, status, wanted }: Pick<ErrorProps, "view" | "status"> & { wanted: Wanted }) {
  const words = frameWords[view.language];
  if (status !== FORBIDDEN && !PASSING.has(status)) return <Typed view={view} wanted={wanted} />;
  return (
    <WaitingForm view={view} wanted={wanted} label={words.sendAgain}>
      {words.keptHere}
    </WaitingForm>
  );
}

/** Answers an error with a page. Status, headers and log line are those of the API. */
export async function answerErrorPage(thrown: Error, c: Context<Rampart>): Promise<Response> {
  const { status, headers } = answerProblem(c, thrown, "full");
  const view = viewOf(c);
  const refusal = refusalOf(thrown) ?? INTERNAL;
  const message = sayRefusal(view.language, refusal);
  // A form that another site has sent was not typed by the reader, so it is not shown.
  const kept = refusal.error === "cross_site" ? undefined : await wantedOf(c);
  const wanted = kept === "too_long" ? undefined : kept;
  const again = PASSING.has(status) && c.req.method === "GET" ? view.path : undefined;
  const asked = headers.get("retry-after");
  const waitSeconds = asked === null ? undefined : Number(asked);
  headers.delete("content-type");
  c.get("call").stamped = false;
  const requestId = c.get("call").id;
  const page = <ErrorPage {...{ view, status, message, requestId, waitSeconds, again, wanted }} />;
  return c.html(page, status as 500, Object.fromEntries(headers));
}
