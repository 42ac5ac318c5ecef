import type { Page } from "../../http/contract/index.ts";
import type { ShownDelivery } from "../../webhooks/delivery/read-deliveries.ts";
import { Coded } from "../frame/coded.tsx";
import { Badge, Empty, Moment, Pager, Section, Table, type Tone } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { eventWords } from "./event-words.ts";
import { deliveryStateWords, failureWords, webhookWords } from "./words.ts";

interface LogProps {
  view: View;
  endpointId: string;
  log: Page<ShownDelivery>;
}

const TONES: Record<string, Tone> = { pending: "warn", delivered: "good", failed: "bad" };

export function DeliveryLog({ view, endpointId, log }: LogProps) {
  const words = webhookWords[view.language];
  const columns = [words.event, words.type, words.state, { number: words.attempts }, words.last];
  const path = `/portal/t/${view.tenantId}/webhooks/${endpointId}/deliveries`;
  return (
    <Section id="log" title={words.log}>
      {log.total === 0 ? (
        <Empty title={words.noLog}>
          <p>{words.noLogText}</p>
        </Empty>
      ) : (
        <Table label={words.log} columns={columns}>
          {log.items.map((delivery) => (
            <tr>
              <th scope="row">
                <a href={`${path}/${delivery.eventId}`}>
                  <Moment view={view} at={delivery.createdAt} />
                </a>
              </th>
              <td>
                <Coded code={delivery.type} names={eventWords[view.language]} />
              </td>
              <td>
                <DeliveryState view={view} state={delivery.state} />
              </td>
              <td class="number">{delivery.attempts.length}</td>
              <td>
                <AttemptAnswer view={view} attempt={delivery.attempts.at(-1)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pager view={view} page={log} />
    </Section>
  );
}

export function DeliveryState({ view, state }: { view: View; state: string }) {
  return (
    <Badge tone={TONES[state] ?? "idle"}>{deliveryStateWords[view.language][state] ?? state}</Badge>
  );
}

interface AnswerProps {
  view: View;
  attempt: ShownDelivery["attempts"][number] | undefined;
}

/** The answer to an attempt: a status, or why there was none. */
export function AttemptAnswer({ view, attempt }: AnswerProps) {
  if (attempt === undefined) return <>–</>;
  const { status, error } = attempt;
  const why = error === undefined ? undefined : (failureWords[view.language][error] ?? error);
  return <>{[status, why].filter((part) => part !== null && part !== undefined).join(", ")}</>;
}
