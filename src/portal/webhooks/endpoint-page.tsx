import type { Page } from "../../http/contract/index.ts";
import { isBehind } from "../../webhooks/delivery/is-behind.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import type { EndpointHealth } from "../../webhooks/delivery/schemas.ts";
import type { ShownDelivery } from "../../webhooks/delivery/read-deliveries.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import type { FormState } from "../frame/form.ts";
import { CodedList } from "../frame/coded.tsx";
import { Layout } from "../frame/layout.tsx";
import { Fact, Facts, Moment, MomentFact } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { eventWords } from "./event-words.ts";
import { EndpointStatus, troubleOf } from "./list-page.tsx";
import { ReplayRange } from "./replay-pages.tsx";
import { channelWords, verdictWords } from "../inspections/words.ts";
import { longUrl, shortUrl } from "./short-url.ts";
import { verifyWords } from "./verify-words.ts";
import { saySwitchOff, webhookWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface EndpointProps {
  view: View;
  endpoint: EndpointRow;
  health: EndpointHealth;
  log: Page<ShownDelivery>;
  /** The form that sends a period again. */
  form: FormState;
  mayWrite: boolean;
  now: number;
}

export function EndpointPage(props: EndpointProps) {
  const { view, endpoint, health, log, form, mayWrite, now } = props;
  const words = webhookWords[view.language];
  const why = endpoint.disabledReason;
  return (
    <Layout view={view} title={endpoint.url}>
      <h1 class="long" title={longUrl(endpoint.url)}>
        {shortUrl(endpoint.url)}
      </h1>
      {why === null ? null : (
        <p role="alert">
          {words.disabledText} {saySwitchOff(view.language, why)}
        </p>
      )}
      <Health view={view} endpoint={endpoint} health={health} now={now} />
      <section aria-label={endpoint.url}>
        <EndpointFacts view={view} endpoint={endpoint} health={health} now={now} />
      </section>
      <div class="row actions">
        {mayWrite ? <Actions view={view} endpoint={endpoint} /> : null}
        <a class="button" href={`/portal/t/${view.tenantId}/webhooks/${endpoint.id}/verify`}>
          {verifyWords[view.language].title}
        </a>
      </div>
      <DeliveryLog view={view} endpointId={endpoint.id} log={log} />
      {mayWrite ? <ReplayRange view={view} endpoint={endpoint} form={form} /> : null}
      <HistoryLink view={view} id={endpoint.id} />
    </Layout>
  );
}

export type HealthProps = Pick<EndpointProps, "view" | "endpoint" | "health" | "now">;

/** What goes wrong and how it will end; nothing if all is well. */
export function Health({ view, endpoint, health, now }: HealthProps) {
  const words = webhookWords[view.language];
  const { failingSince, nextAttemptAt, switchedOffAfter, waiting, overdueSince } = health;
  if (endpoint.status !== "active") return null;
  if (isBehind(health, now)) {
    return (
      <p role="alert">
        {words.behindText} {words.waiting} {sayNumber(view.language, waiting)}. {words.longest}{" "}
        <Moment view={view} at={overdueSince} />.
      </p>
    );
  }
  if (failingSince === null) return null;
  return (
    <div role="alert">
      <p>
        {words.failingSince} <Moment view={view} at={failingSince} />.{" "}
        {waiting === 0 ? null : `${words.waiting} ${sayNumber(view.language, waiting)}.`}{" "}
        {endpoint.ordered && waiting > 1 ? words.heldUp : null}
      </p>
      <Facts>
        <Fact name={words.next}>
          {nextAttemptAt === null ? "–" : <Moment view={view} at={nextAttemptAt} />}
        </Fact>
        <MomentFact view={view} name={words.switchedOffAfter} at={switchedOffAfter} />
      </Facts>
    </div>
  );
}

type PartProps = Pick<EndpointProps, "view" | "endpoint">;

function EndpointFacts(props: Omit<EndpointProps, "log" | "form" | "mayWrite">) {
  const { view, endpoint, health, now } = props;
  const words = webhookWords[view.language];
  const { verdicts = [], channels = [], minScore } = endpoint.filter;
  const said = [
    ...verdicts.map((verdict) => verdictWords[view.language][verdict]),
    ...channels.map((channel) => channelWords[view.language][channel]),
  ];
  const score = minScore === undefined ? [] : [`≥ ${minScore}`];
  const ending = endpoint.secrets.find(({ until }) => until !== null && until > now);
  return (
    <Facts>
      {longUrl(endpoint.url) === undefined ? null : (
        <Fact name={words.url} isLong>
          {endpoint.url}
        </Fact>
      )}
      <Fact name={words.status}>
        <EndpointStatus view={view} status={endpoint.status} trouble={troubleOf(health, now)} />
      </Fact>
      <Fact name={words.description}>{sayName(endpoint.description ?? "–")}</Fact>
      <Fact name={words.events}>
        <CodedList codes={endpoint.events} names={eventWords[view.language]} />
      </Fact>
      <Fact name={words.filter}>{[...said, ...score].join(", ") || words.anything}</Fact>
      <Fact name={words.maxPerMinute}>{endpoint.maxPerMinute ?? words.noLimit}</Fact>
      <Fact name={words.order}>{endpoint.ordered ? words.ordered : words.unordered}</Fact>
      <MomentFact view={view} name={words.created} at={endpoint.createdAt} />
      {ending === undefined ? null : (
        <Fact name={words.secret}>
          {words.secondSecret} <Moment view={view} at={ending.until} />
        </Fact>
      )}
    </Facts>
  );
}

function Actions({ view, endpoint }: PartProps) {
  const words = webhookWords[view.language];
  const path = `/portal/t/${view.tenantId}/webhooks/${endpoint.id}`;
  const { status } = endpoint;
  return (
    <>
      {status === "active" ? (
        <PostForm view={view} action={`${path}/ping`}>
          <button type="submit" class="primary">
            {words.ping}
          </button>
        </PostForm>
      ) : null}
      <PostForm view={view} action={`${path}/state`}>
        <button type="submit" name="to" value={status === "active" ? "paused" : "active"}>
          {status === "active" ? words.pause : status === "paused" ? words.resume : words.enable}
        </button>
      </PostForm>
      <a class="button" href={`${path}/edit`}>
        {words.edit}
      </a>
      <a class="button" href={`${path}/rotate`}>
        {words.rotate}
      </a>
      <a class="button danger" href={`${path}/delete`}>
        {words.remove}
      </a>
    </>
  );
}
