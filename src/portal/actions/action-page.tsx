import type { StoredAction } from "../../ai/actions/schemas.ts";
import type { Refusal } from "../../http/index.ts";
import { ActorName } from "../audit/actor-name.tsx";
import { detailNames } from "../audit/detail-words.ts";
import type { NameOf } from "../audit/name-things.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { FormFault } from "../frame/form-fault.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Moment, Section } from "../frame/parts.tsx";
import { sayKnown } from "../frame/say-known.ts";
import { sayName } from "../frame/say-name.ts";
import { sayRefusal } from "../frame/say-refusal.ts";
import { Values } from "../frame/values.tsx";
import type { View } from "../frame/view.ts";
import { ActionState, actionsPath } from "./parts.tsx";
import { categoryWords, proposalWords, writtenWords } from "./words.ts";

/** What each decision of the reader is refused for. */
type Bars = Record<"approved" | "rejected", Refusal | undefined>;

interface ActionProps {
  view: View;
  action: StoredAction;
  nameOf: NameOf;
  /** What a decision was refused for. */
  form: FormState;
  /** Absent for whoever may decide on nothing. */
  bars: Bars | undefined;
}

export function ActionPage({ view, action, nameOf, form, bars }: ActionProps) {
  const words = proposalWords[view.language];
  const title = sayName(action.title);
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <FormFault form={form} />
      <p class="lead">{sayName(action.description)}</p>
      <Section id="payload" title={words.payload}>
        <Values value={action.payload} names={writtenWords[view.language]} />
      </Section>
      <section aria-label={title}>
        <Facts view={view} action={action} nameOf={nameOf} />
      </section>
      {bars === undefined || action.state !== "proposed" ? null : (
        <Section id="decide" title={words.decide}>
          <Decisions view={view} action={action} bars={bars} />
        </Section>
      )}
    </Layout>
  );
}

type FactsProps = Pick<ActionProps, "view" | "action" | "nameOf">;

function Facts({ view, action, nameOf }: FactsProps) {
  const words = proposalWords[view.language];
  const isWaiting = action.state === "approved" && action.startedBy === null;
  return (
    <dl class="facts">
      <dt>{words.state}</dt>
      <dd>
        <ActionState view={view} action={action} /> {isWaiting ? words.waits : null}
      </dd>
      <dt>{detailNames[view.language]["category"]}</dt>
      <dd>{categoryWords[view.language][action.category]}</dd>
      <dt>{words.asker}</dt>
      <dd>
        <ActorName view={view} actor={action.userId} nameOf={nameOf} />
      </dd>
      <dt>{words.tool}</dt>
      <dd>
        <code>{action.tool}</code>
      </dd>
      <dt>{detailNames[view.language]["payloadHash"]}</dt>
      <dd>
        <code class="long">{action.payloadHash}</code>
      </dd>
      <dt>{words.proposed}</dt>
      <dd>
        <Moment view={view} at={action.createdAt} />
      </dd>
      <dt>{words.ends}</dt>
      <dd>
        <Moment view={view} at={action.expiresAt} />
      </dd>
      <Outcome view={view} action={action} nameOf={nameOf} />
    </dl>
  );
}

/** What has become of it so far. */
function Outcome({ view, action, nameOf }: FactsProps) {
  const words = proposalWords[view.language];
  const { decidedBy, decidedAt, startedBy, startedAt, finishedAt, outcome } = action;
  const steps = [
    { name: words.decided, by: decidedBy, at: decidedAt },
    { name: words.begun, by: startedBy, at: startedAt },
    { name: words.ended, by: null, at: finishedAt },
  ];
  return (
    <>
      {steps.map(({ name, by, at }) =>
        at === null ? null : (
          <>
            <dt>{name}</dt>
            <dd>
              <Moment view={view} at={at} />{" "}
              {by === null ? null : <ActorName view={view} actor={by} nameOf={nameOf} />}
            </dd>
          </>
        ),
      )}
      {outcome === null ? null : (
        <>
          <dt>{words.outcome}</dt>
          <dd class="long">{sayName(sayKnown(writtenWords[view.language], outcome))}</dd>
        </>
      )}
    </>
  );
}

type DecisionProps = Pick<ActionProps, "view" | "action"> & { bars: Bars };

/** Each asks first; who may not make it is told why in its place. */
function Decisions({ view, action, bars: { approved, rejected } }: DecisionProps) {
  const words = proposalWords[view.language];
  const path = `${actionsPath(view)}/${action.id}`;
  const name = sayName(action.title);
  return (
    <div class="row">
      {approved === undefined ? (
        <AskFirst
          {...{ view, name, begins: true, action: `${path}/approve`, label: words.approve }}
          text={action.category === "notify" ? words.noticeText : words.approveText}
        />
      ) : (
        <p>{sayRefusal(view.language, approved)}</p>
      )}
      {rejected === undefined ? (
        <AskFirst
          {...{ view, name, action: `${path}/reject`, label: words.reject }}
          text={words.rejectText}
        />
      ) : null}
    </div>
  );
}
