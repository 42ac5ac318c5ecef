import type { Page } from "../../http/contract/index.ts";
import { isBehind } from "../../webhooks/delivery/is-behind.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import type { EndpointHealth } from "../../webhooks/delivery/schemas.ts";
import type { ShownDelivery } from "../../webhooks/delivery/read-deliveries.ts";
import type { FormState } from "../frame/form.ts";
import { CodedList } from "../frame/coded.tsx";
import { Layout } from "../frame/layout.tsx";
import { Moment, MomentFact } from "../frame/parts.tsx";
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
        <Facts view={view} endpoint={endpoint} health={health} now={now} />
      </section>
      <div class="row actions">
        {mayWrite ? <Actions view={view} endpoint={endpoint} /> : null}
        <a class="button" href={`/portal/t/${view.tenantId}/webhooks/${endpoint.id}/verify`}>
          {verifyWords[view.language].title}
        </a>
      </div>
      <DeliveryLog view={view} endpointId={endpoint.id} log={log} />
      {mayWrite ? <ReplayRange view={view} endpoint={endpoint} form={form} /> : null}
    </Layout>
  );
}

/** What goes wrong and how it will end; nothing where nothing does. */
function Health({
  view,
  endpoint,
  health,
  now,
}: Pick<EndpointProps, "view" | "endpoint" | "health" | "now">) {
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
      <dl class="facts">
        <dt>{words.next}</dt>
        <dd>{nextAttemptAt === null ? "–" : <Moment view={view} at={nextAttemptAt} />}</dd>
        <MomentFact view={view} name={words.switchedOffAfter} at={switchedOffAfter} />
      </dl>
    </div>
  );
}

type PartProps = Pick<EndpointProps, "view" | "endpoint">;

function Facts(props: Omit<EndpointProps, "log" | "form" | "mayWrite">) {
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
    <dl class="facts">
      {longUrl(endpoint.url) === undefined ? null : (
        <>
          <dt>{words.url}</dt>
          <dd class="long">{endpoint.url}</dd>
        </>
      )}
      <dt>{words.status}</dt>
      <dd>
        <EndpointStatus view={view} status={endpoint.status} trouble={troubleOf(health, now)} />
      </dd>
      <dt>{words.description}</dt>
      <dd>{sayName(endpoint.description ?? "–")}</dd>
      <dt>{words.events}</dt>
      <dd>
        <CodedList codes={endpoint.events} names={eventWords[view.language]} />
      </dd>
      <dt>{words.filter}</dt>
      <dd>{[...said, ...score].join(", ") || words.anything}</dd>
      <dt>{words.maxPerMinute}</dt>
      <dd>{endpoint.maxPerMinute ?? words.noLimit}</dd>
      <dt>{words.order}</dt>
      <dd>{endpoint.ordered ? words.ordered : words.unordered}</dd>
      <MomentFact view={view} name={words.created} at={endpoint.createdAt} />
      {ending === undefined ? null : (
        <>
          <dt>{words.secret}</dt>
          <dd>
            {words.secondSecret} <Moment view={view} at={ending.until} />
          </dd>
        </>
      )}
    </dl>
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
