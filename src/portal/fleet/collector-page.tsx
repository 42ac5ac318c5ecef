import type { showCollectorDetail } from "../../fleet/show-detail.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import { Layout } from "../frame/layout.tsx";
import { Badge, MomentCell, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { Values } from "../frame/values.tsx";
import { sayKnown } from "../frame/say-known.ts";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { CollectorFacts, type GivenPolicy } from "./collector-facts.tsx";
import { recordOf, textOf } from "./reported-fields.ts";
import { reportedNames } from "./reported-words.ts";
import { certificateWords, fleetWords, stateWords } from "./words.ts";

export type Detail = Awaited<ReturnType<typeof showCollectorDetail>>;
/**
 * The server's own event, which is said in words. Other events are shown as sent, and so is one
 * that an agent sent under this name.
 */
const STATE_CHANGED = "rampart.agent.state_changed";

type Event = Record<string, unknown> & { published: boolean };

interface CollectorProps {
  view: View;
  detail: Detail;
  /** Null if the reader may see neither events nor the agent's address. */
  events: Event[] | null;
  given: GivenPolicy;
  mayRevoke: boolean;
}

export function CollectorPage({ view, detail, events, given, mayRevoke }: CollectorProps) {
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
      {detail.conflict.flag ? (
        <Conflict view={view} path={path} mayResolve={mayRevoke && isOfAll(view)} />
      ) : null}
      <section aria-label={words.agent}>
        <CollectorFacts {...{ view, detail, given }} isWhole={events !== null} />
      </section>
      <Section id="certificates" title={words.certificates}>
        <Certificates view={view} detail={detail} />
      </Section>
      {events === null ? null : (
        <Section id="timeline" title={words.timeline}>
          {events.length === 0 ? (
            <p class="soft">{words.noEvents}</p>
          ) : (
            <Timeline view={view} events={events} />
          )}
        </Section>
      )}
      <HistoryLink view={view} id={detail.agent_id} />
    </Layout>
  );
}

function Conflict({ view, path, mayResolve }: { view: View; path: string; mayResolve: boolean }) {
  const words = fleetWords[view.language];
  return (
    <section aria-label={words.conflict}>
      <p role="alert">{words.conflict}</p>
      {mayResolve ? (
        <PostForm view={view} action={`${path}/resolve`}>
          <button type="submit">{words.resolve}</button>
        </PostForm>
      ) : null}
    </section>
  );
}

/** The certificate in use, and one that was issued and not used yet. */
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
          <MomentCell view={view} at={certificate.not_before} />
          <MomentCell view={view} at={certificate.not_after} />
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
        const { from, to } = recordOf(told["attributes"]);
        const isChange = arrival["source"] === "server" && type === STATE_CHANGED;
        return (
          <tr>
            <MomentCell view={view} at={textOf(receivedAt)} />
            <th scope="row">{isChange ? words.stateChanged : (textOf(type) ?? "–")}</th>
            <td>
              {isChange ? `${sayState(view, from)} → ${sayState(view, to)}` : null}
              {isChange ? null : <Values value={told} names={names} />}
              <details>
                <summary>{words.arrival}</summary>
                <Values value={isChange ? { type, ...told, ...arrival } : arrival} names={names} />
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

function sayState({ language }: View, state: unknown): string {
  return sayName(sayKnown(stateWords[language], textOf(state) ?? "–"));
}

/**
 * Whether the reader is an operator, who keeps revoked agents in the list and resolves conflicts.
 */
export function isOfAll({ who }: View): boolean {
  return who?.kind === "operator";
}

export function pathOf(detail: Detail): string {
  return `/portal/t/${detail.tenant_id}/collectors/${detail.agent_id}`;
}

export function nameOf({ machine, agent_id: id }: Detail): string {
  return sayName(textOf(recordOf(machine)["hostname"]) ?? id);
}
