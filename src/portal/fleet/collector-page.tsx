import type { showCollectorDetail } from "../../fleet/show-detail.ts";
import { Layout } from "../frame/layout.tsx";
import { Badge, Moment, Table, type Tone } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { Values } from "../frame/values.tsx";
import { sayNumber } from "../frame/say.ts";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { StateBadge } from "./state-badge.tsx";
import { healthWords, reportedNames } from "./reported-words.ts";
import {
  certificateWords,
  fleetWords,
  policyStatusWords,
  reasonWords,
  versionWords,
} from "./words.ts";

type Detail = Awaited<ReturnType<typeof showCollectorDetail>>;
type Event = Record<string, unknown> & { published: boolean };

interface CollectorProps {
  view: View;
  detail: Detail;
  /** Null where the reader may know neither them nor from where the agent calls. */
  events: Event[] | null;
  /** Of the policy that it should run by; undefined where nobody wrote it. */
  policyName: string | undefined;
  mayRevoke: boolean;
}

type PartProps = Pick<CollectorProps, "view" | "detail">;

const POLICY_TONES: Record<Detail["policy"]["policy_status"], Tone> = {
  in_sync: "good",
  outdated: "warn",
  unknown: "idle",
};

export function CollectorPage({ view, detail, events, policyName, mayRevoke }: CollectorProps) {
  const words = fleetWords[view.language];
  const path = pathOf(detail);
  return (
    <Layout view={view} title={nameOf(detail)}>
      <div class="row between">
        <h1>{nameOf(detail)}</h1>
        {mayRevoke && detail.status !== "revoked" ? (
          <a class="button danger" href={`${path}/revoke`}>
            {words.revoke}
          </a>
        ) : null}
      </div>
      {detail.conflict.flag ? <Conflict view={view} path={path} mayResolve={mayRevoke} /> : null}
      <section aria-label={words.agent}>
        <Facts {...{ view, detail, policyName }} isWhole={events !== null} />
      </section>
      <section aria-labelledby="certificates">
        <h2 id="certificates">{words.certificates}</h2>
        <Certificates view={view} detail={detail} />
      </section>
      {events === null ? null : (
        <section aria-labelledby="timeline">
          <h2 id="timeline">{words.timeline}</h2>
          {events.length === 0 ? (
            <p class="soft">{words.noEvents}</p>
          ) : (
            <Timeline view={view} events={events} />
          )}
        </section>
      )}
    </Layout>
  );
}

function Conflict({ view, path, mayResolve }: { view: View; path: string; mayResolve: boolean }) {
  const words = fleetWords[view.language];
  return (
    <section aria-label={words.conflict}>
      <p role="alert">{words.conflict}</p>
      {mayResolve ? (
        <PostForm action={`${path}/resolve`}>
          <button type="submit">{words.resolve}</button>
        </PostForm>
      ) : null}
    </section>
  );
}

interface FactsProps extends PartProps {
  policyName: string | undefined;
  isWhole: boolean;
}

function Facts({ view, detail, policyName, isWhole }: FactsProps) {
  const words = fleetWords[view.language];
  const names = reportedNames[view.language];
  const address = [detail.last_ip, detail.country].filter(Boolean).join(" · ") || "–";
  const reasons = detail.reasons.map((reason) => reasonWords[view.language][reason]);
  const lines: [string, unknown][] = [
    [words.state, <StateBadge view={view} state={detail.effective_state} />],
    [words.reasons, reasons.join(", ") || "–"],
    [words.agent, <code>{detail.agent_id}</code>],
    [words.tenant, detail.tenant_id],
    [words.role, detail.role],
    [words.region, detail.region],
    [words.lastSeen, <Moment view={view} at={detail.last_seen_at} />],
    [words.next, <Moment view={view} at={detail.next_expected_at} />],
    [words.enrolled, <Moment view={view} at={detail.enrolled_at} />],
    ...(isWhole ? [[words.address, address] satisfies [string, unknown]] : []),
    [words.policy, <Policy view={view} detail={detail} policyName={policyName} />],
    [words.version, <Version view={view} detail={detail} />],
    [words.machine, <Values value={detail.machine} names={names} />],
    [words.health, <Health view={view} detail={detail} />],
    ...(isWhole
      ? [
          [words.counters, <Values value={detail.counters} names={names} />] satisfies [
            string,
            unknown,
          ],
        ]
      : []),
    [words.duplicates, <Duplicates detail={detail} />],
  ];
  return (
    <dl class="facts">
      {lines.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** By its name, with a way to it; the one that nobody wrote has none. */
function Policy({ view, detail, policyName }: PartProps & { policyName: string | undefined }) {
  const words = fleetWords[view.language];
  const { id, desired_revision: revision, policy_status: status } = detail.policy;
  return (
    <>
      {policyName === undefined ? (
        words.noPolicy
      ) : (
        <a href={`/portal/t/${detail.tenant_id}/policies/${id}`}>{sayName(policyName)}</a>
      )}
      , {words.revision(sayNumber(view.language, revision))}{" "}
      <Badge tone={POLICY_TONES[status]}>{policyStatusWords[view.language][status]}</Badge>
    </>
  );
}

function Version({ view, detail: { agent } }: PartProps) {
  const { version, version_status: status, ...others } = agent as Record<string, unknown>;
  const said = versionWords[view.language][String(status)];
  return (
    <>
      <Values value={version} />
      {said === undefined ? null : ` (${said})`}
      {Object.keys(others).length === 0 ? null : (
        <Values value={others} names={reportedNames[view.language]} />
      )}
    </>
  );
}

function Health({ view, detail }: PartProps) {
  const { health, ...others } = recordOf(detail.health);
  const said = healthWords[view.language];
  const own = textOf(health);
  return (
    <>
      {own !== null && Object.hasOwn(said, own) ? said[own] : <Values value={health} />}
      {Object.keys(others).length === 0 ? null : (
        <Values value={others} names={reportedNames[view.language]} />
      )}
    </>
  );
}

/** Agents that tell of the same machine, by their hosts. */
function Duplicates({ detail: { tenant_id: tenantId, duplicates } }: Pick<PartProps, "detail">) {
  if (duplicates.length === 0) return <>–</>;
  return (
    <ul class="values">
      {duplicates.map(({ agent_id: id, hostname }) => (
        <li>
          <a href={`/portal/t/${tenantId}/collectors/${id}`}>{sayName(hostname ?? id)}</a>{" "}
          <code class="soft">{id}</code>
        </li>
      ))}
    </ul>
  );
}

/** The one in use, and beside it one that was issued and not used yet. */
function Certificates({ view, detail }: { view: View; detail: Detail }) {
  const words = fleetWords[view.language];
  const { pending, cert_status: status } = detail.cert;
  const said = certificateWords[view.language][status];
  const rows = [
    { certificate: detail.cert, use: words.inUse, status: said },
    ...(pending === undefined ? [] : [{ certificate: pending, use: words.waiting, status: "–" }]),
  ];
  const columns = [words.use, words.status, words.fingerprint, words.from, words.until];
  return (
    <Table label={words.certificates} columns={columns}>
      {rows.map(({ certificate, use, status }) => (
        <tr>
          <th scope="row">{use}</th>
          <td>{status}</td>
          <td>
            <code class="long">{certificate.fingerprint_sha256}</code>
          </td>
          <td>
            <Moment view={view} at={certificate.not_before} />
          </td>
          <td>
            <Moment view={view} at={certificate.not_after} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Timeline({ view, events }: { view: View; events: Event[] }) {
  const words = fleetWords[view.language];
  const frame = frameWords[view.language];
  const names = reportedNames[view.language];
  return (
    <Table
      label={words.timeline}
      columns={[words.received, words.type, words.event, words.published]}
    >
      {events.map(({ received_at: receivedAt, published, event, ...arrival }) => {
        const { type, ...told } = recordOf(event);
        return (
          <tr>
            <td>
              <Moment view={view} at={textOf(receivedAt)} />
            </td>
            <th scope="row">{textOf(type) ?? "–"}</th>
            <td>
              <Values value={told} names={names} />
              <details>
                <summary>{words.arrival}</summary>
                <Values value={arrival} names={names} />
              </details>
            </td>
            <td>
              <Badge tone={published ? "good" : "warn"}>{published ? frame.yes : frame.no}</Badge>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

export function pathOf(detail: Detail): string {
  return `/portal/t/${detail.tenant_id}/collectors/${detail.agent_id}`;
}

export function nameOf({ machine, agent_id: id }: Detail): string {
  return sayName(textOf((machine as Record<string, unknown>)["hostname"]) ?? id);
}

function recordOf(event: unknown): Record<string, unknown> {
  const isRecord = typeof event === "object" && event !== null && !Array.isArray(event);
  return isRecord ? (event as Record<string, unknown>) : { event };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
