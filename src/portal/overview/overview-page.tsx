import type { StateCounts } from "../../fleet/count-states.ts";
import type { Tenant } from "../../tenants/answers.ts";
import type { Usage } from "../../tenants/usage/answers.ts";
import type { FailingEndpoint } from "../../webhooks/delivery/find-failing.ts";
import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import { DAY_MS, dayOf } from "../../platform/index.ts";
import { PasskeyNudge } from "../account/passkey-nudge.tsx";
import { Layout } from "../frame/layout.tsx";
import { Empty, Figure, Moment, Section } from "../frame/parts.tsx";
import { QuotaAlert, QuotaUsed, sayUnreported } from "../frame/quota-bar.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { FirstCall } from "../keys/first-call.tsx";
import { saySwitchOff, webhookWords } from "../webhooks/words.ts";
import { FleetCard } from "./fleet-card.tsx";
import { ChangeTenant, Refused } from "./tenant-state.tsx";
import { overviewWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";
import { longUrl, shortUrl } from "../webhooks/short-url.ts";

interface OverviewProps {
  view: View;
  tenant: Tenant;
  /** Whether the erasure of its data was asked for. */
  isErased: boolean;
  usage: Usage;
  /** Null if the reader may not see keys. */
  keys: number | null;
  /** Whether a key has ever been used, in whichever month. */
  hasCalled: boolean;
  /** Whether the reader may make the key that a first call needs. */
  mayCreate: boolean;
  /**
   * Counts of today's inspections, or of the newest of them; null if the reader may not see them.
   */
  flagged: { inspected: number; flagged: number; isPart: boolean } | null;
  /** Null if the reader may not see agents. */
  fleet: StateCounts | null;
  mayEnrol: boolean;
  /** Endpoints that were switched off. */
  dead: EndpointRow[];
  /** Endpoints that are still tried, but fail. */
  failing: FailingEndpoint[];
  today: string;
  origin: string;
}

export function OverviewPage(props: OverviewProps) {
  const { view, tenant, usage, mayCreate } = props;
  const words = overviewWords[view.language];
  const name = sayName(tenant.name);
  const isFirst = tenant.status === "active" && mayCreate && !props.hasCalled;
  return (
    <Layout view={view} title={`${words.title} – ${name}`}>
      <div class="row between">
        <h1>{name}</h1>
        <ChangeTenant view={view} tenant={tenant} />
      </div>
      <PasskeyNudge view={view} />
      <Refused view={view} tenant={tenant} isErased={props.isErased} />
      {props.dead.map((endpoint) => (
        <p role="alert">
          {words.dead} <EndpointLink endpoint={endpoint} />.{" "}
          {saySwitchOff(view.language, endpoint.disabledReason ?? "")}
        </p>
      ))}
      {props.failing.map((one) => (
        <FailingAlert view={view} {...one} />
      ))}
      <QuotaAlert view={view} usage={usage} />
      <Changes {...props} />
      <Section id="quota" title={words.quota}>
        <QuotaUsed view={view} usage={usage} label={words.quota} />
      </Section>
      <Figures {...props} />
      <FleetCard view={view} fleet={props.fleet} mayEnrol={props.mayEnrol} />
      {isFirst ? <FirstSteps {...props} /> : null}
    </Layout>
  );
}

function Figures({ view, tenant, usage, keys, flagged, today }: OverviewProps) {
  const words = overviewWords[view.language];
  const say = (value: number) => sayNumber(view.language, value);
  const path = `/portal/t/${tenant.tenantId}`;
  const day = usage.days.find((one) => one.day === today);
  return (
    <dl class="figures">
      <Figure
        name={words.remaining}
        value={say(usage.remaining)}
        note={sayUnreported(view.language, usage)}
      />
      <Figure
        name={words.today}
        value={say(day?.calls ?? 0)}
        href={`${path}/usage`}
        note={words.todayUnits(say(day?.units ?? 0))}
      />
      {flagged === null ? null : (
        <Figure
          name={words.flagged}
          value={say(flagged.flagged)}
          href={`${path}/inspections?verdict=flagged&from=${today}T00:00`}
          note={(flagged.isPart ? words.ofLatest : words.ofInspected)(say(flagged.inspected))}
        />
      )}
      {keys === null ? null : <Figure name={words.keys} value={say(keys)} href={`${path}/keys`} />}
      <Figure
        name={words.plan}
        value={tenant.plan}
        {...(tenant.nextPlan === null ? {} : { note: words.nextPlan(tenant.nextPlan) })}
      />
    </dl>
  );
}

/** A link to what was changed today and yesterday, for who may read it. */
function Changes({ view, today }: OverviewProps) {
  if (view.who?.permissions.has("audit:read") !== true) return null;
  const from = `${dayOf(Date.parse(today) - DAY_MS)}T00:00`;
  return (
    <p>
      <a href={`/portal/t/${view.tenantId}/audit?action=changes&from=${from}`}>
        {overviewWords[view.language].changes}
      </a>
    </p>
  );
}

function FailingAlert({ view, endpoint, health }: FailingEndpoint & { view: View }) {
  const words = overviewWords[view.language];
  if (health.failingSince === null) {
    return (
      <p role="alert">
        <EndpointLink endpoint={endpoint} />: {webhookWords[view.language].behindText}
      </p>
    );
  }
  return (
    <p role="alert">
      {words.failing} <EndpointLink endpoint={endpoint} />. {words.failingSince}{" "}
      <Moment view={view} at={health.failingSince} />. {words.switchedOffAfter}{" "}
      <Moment view={view} at={health.switchedOffAfter} />.
    </p>
  );
}

function EndpointLink({ endpoint: { tenantId, id, url } }: { endpoint: EndpointRow }) {
  return (
    <a href={`/portal/t/${tenantId}/webhooks/${id}`} title={longUrl(url)}>
      {shortUrl(url)}
    </a>
  );
}

/**
 * The first steps, until the tenant has called with a key; the page of the keys always has the
 * call.
 */
function FirstSteps({ view, tenant, keys, origin }: OverviewProps) {
  const words = overviewWords[view.language];
  const { tenantId } = tenant;
  return (
    <Section id="first" title={words.first}>
      {keys === 0 ? (
        <Empty title={words.noKeys}>
          <p>{words.noKeysText}</p>
          <a class="button primary" href={`/portal/t/${tenantId}/keys/new`}>
            {words.createKey}
          </a>
        </Empty>
      ) : null}
      <FirstCall view={view} tenantId={tenantId} origin={origin} />
    </Section>
  );
}
