import type { DeliveryWithBody } from "../../webhooks/delivery/read-deliveries.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { Coded } from "../frame/coded.tsx";
import { Layout } from "../frame/layout.tsx";
import {
  Copyable,
  Fact,
  Facts,
  Moment,
  MomentFact,
  NumberCell,
  Section,
  Table,
} from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayCommand } from "../frame/say-call.ts";
import type { View } from "../frame/view.ts";
import { inspectionWords } from "../inspections/words.ts";
import { AttemptAnswer, DeliveryState } from "./delivery-log.tsx";
import { Health, type HealthProps } from "./endpoint-page.tsx";
import { eventWords } from "./event-words.ts";
import { headerLines, type Headers } from "./header-lines.ts";
import { shortUrl } from "./short-url.ts";
import { verifyWords } from "./verify-words.ts";
import { webhookWords } from "./words.ts";

interface DeliveryProps {
  view: View;
  endpoint: EndpointRow;
  /** How the endpoint does, if the delivery waits for it. */
  health: HealthProps["health"] | undefined;
  delivery: DeliveryWithBody;
  mayWrite: boolean;
  now: number;
}

export function DeliveryPage(props: DeliveryProps) {
  const { view, endpoint, health, delivery, mayWrite, now } = props;
  const words = webhookWords[view.language];
  const path = `/portal/t/${view.tenantId}/webhooks/${endpoint.id}`;
  const signed = delivery.attempts.findLast(({ signedHeaders }) => signedHeaders)?.signedHeaders;
  return (
    <Layout view={view} title={words.delivery} above={{ href: path, name: shortUrl(endpoint.url) }}>
      <div class="row between">
        <h1>
          <Coded code={delivery.type} names={eventWords[view.language]} />
        </h1>
        {mayWrite ? (
          <PostForm view={view} action={`${path}/replay`}>
            <input type="hidden" name="eventId" value={delivery.eventId} />
            <button type="submit">{words.replay}</button>
          </PostForm>
        ) : null}
      </div>
      {health === undefined ? null : <Health {...{ view, endpoint, health, now }} />}
      <DeliveryFacts view={view} delivery={delivery} />
      <Section id="attempts" title={words.attempts}>
        <Attempts {...{ view, endpoint, delivery, now }} />
      </Section>
      <Section id="payload" title={words.payload}>
        <Copyable view={view} label={words.payload} text={indented(delivery.body)} />
        <h2>{words.curl}</h2>
        <p class="soft">{signed === undefined ? words.curlText : words.curlSigned}</p>
        <Copyable view={view} label={words.curl} text={curlOf(endpoint.url, delivery, signed)} />
      </Section>
    </Layout>
  );
}

function DeliveryFacts({ view, delivery }: Pick<DeliveryProps, "view" | "delivery">) {
  const words = webhookWords[view.language];
  return (
    <section aria-label={words.delivery}>
      <Facts>
        <Fact name={words.state}>
          <DeliveryState view={view} state={delivery.state} />
        </Fact>
        <Fact name={words.event}>
          <code>{delivery.eventId}</code>
        </Fact>
        <MomentFact view={view} name={words.created} at={delivery.createdAt} />
        <Inspection view={view} delivery={delivery} />
      </Facts>
    </section>
  );
}

type AttemptsProps = Pick<DeliveryProps, "view" | "endpoint" | "delivery" | "now">;

function Attempts({ view, endpoint, delivery, now }: AttemptsProps) {
  const { attempts, eventId, state } = delivery;
  if (attempts.length === 0) {
    const isOnItsWay = state === "pending" && endpoint.status === "active";
    return <p class="soft">{isOnItsWay ? webhookWords[view.language].noAttempts : "–"}</p>;
  }
  const path = `/portal/t/${view.tenantId}/webhooks/${endpoint.id}/verify`;
  return (
    <>
      <AttemptTable view={view} attempts={attempts} now={now} />
      <SignedHeaders view={view} attempts={attempts} />
      <p>
        <a class="button" href={`${path}?eventId=${encodeURIComponent(eventId)}`}>
          {verifyWords[view.language].title}
        </a>
      </p>
    </>
  );
}

/** A link to the inspection that the event is about. */
function Inspection({ view, delivery: { body } }: Pick<DeliveryProps, "view" | "delivery">) {
  const { inspectionId: id } = (JSON.parse(body) as { data: { inspectionId?: string } }).data;
  if (id === undefined) return null;
  return (
    <Fact name={inspectionWords[view.language].id}>
      <a href={`/portal/t/${view.tenantId}/inspections/${id}`}>{id}</a>
    </Fact>
  );
}

interface AttemptProps {
  view: View;
  attempts: DeliveryWithBody["attempts"];
}

function AttemptTable({ view, attempts, now }: AttemptProps & { now: number }) {
  const words = webhookWords[view.language];
  const columns = [words.at, words.answer, { number: words.ms }, words.response, words.next];
  return (
    <Table label={words.attempts} columns={columns}>
      {attempts.map((attempt) => (
        <tr>
          <th scope="row">
            <Moment view={view} at={attempt.at} />
          </th>
          <td>
            <AttemptAnswer view={view} attempt={attempt} />
          </td>
          <NumberCell view={view} value={attempt.ms} />
          <td>{attempt.response === undefined ? "–" : <code>{attempt.response}</code>}</td>
          <td>
            {/* While the endpoint fails, its deliveries wait beyond their own time. */}
            {attempt.nextAt === undefined || Date.parse(attempt.nextAt) < now ? (
              "–"
            ) : (
              <Moment view={view} at={attempt.nextAt} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The signed headers stand by themselves, because they are too wide for the table of attempts. */
function SignedHeaders({ view, attempts }: AttemptProps) {
  const words = webhookWords[view.language];
  const signed = attempts.filter(({ signedHeaders }) => signedHeaders !== undefined);
  if (signed.length === 0) return null;
  return (
    <details>
      <summary>{words.signed}</summary>
      {signed.map(({ at, signedHeaders = {} }) => (
        <>
          <p class="soft">
            <Moment view={view} at={at} />
          </p>
          <Copyable view={view} label={words.signed} text={headerLines(signedHeaders).join("\n")} />
        </>
      ))}
    </details>
  );
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}

/** The delivery as a curl command, signed as it was sent last; unsigned if it was never sent. */
function curlOf(url: string, { eventId, body }: DeliveryWithBody, signed?: Headers): string {
  const headers = headerLines(signed ?? { "webhook-id": eventId });
  return sayCommand(
    `curl -X POST ${quoted(url)}`,
    `-H 'content-type: application/json'`,
    ...headers.map((line) => `-H ${quoted(line)}`),
    `-d ${quoted(body)}`,
  );
}

/** Quotes a text for a shell; within single quotes only their end has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
