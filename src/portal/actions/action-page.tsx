import type { StoredAction } from "../../ai/actions/answers.ts";
import type { Refusal } from "../../http/index.ts";
import { ActorName } from "../audit/actor-name.tsx";
import { detailNames, valueWords } from "../audit/detail-words.ts";
import type { NameOf } from "../audit/name-things.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { FormFault } from "../frame/form-fault.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Fact, Facts, Moment, Section } from "../frame/parts.tsx";
import { sayKnown } from "../frame/say-known.ts";
import { sayName } from "../frame/say-name.ts";
import { sayRefusal } from "../frame/say-refusal.ts";
import { Values } from "../frame/values.tsx";
import type { View } from "../frame/view.ts";
import { promptWords } from "../prompts/words.ts";
import { ActionState } from "./list-page.tsx";
import { proposalWords, writtenWords } from "./words.ts";

/** For each decision, the refusal that the reader would get. */
type Bars = Record<"approved" | "rejected", Refusal | undefined>;

interface ActionProps {
  view: View;
  action: StoredAction;
  nameOf: NameOf;
  /** The form with the refusal of a decision, if there was one. */
  form: FormState;
  /** Undefined for a reader who may not decide on actions. */
  bars: Bars | undefined;
}

export function ActionPage({ view, action, nameOf, form, bars }: ActionProps) {
  const title = sayName(action.title);
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <FormFault form={form} />
      <p class="lead">{sayName(action.description)}</p>
      <section aria-label={title}>
        <ActionFacts view={view} action={action} nameOf={nameOf} />
      </section>
      {bars === undefined || action.state !== "proposed" ? null : (
        <Section id="decide" title={promptWords[view.language].decide}>
          <Decisions view={view} action={action} bars={bars} />
        </Section>
      )}
    </Layout>
  );
}

type FactsProps = Pick<ActionProps, "view" | "action" | "nameOf">;

/** The state of an action, and what has happened to it so far. */
function ActionFacts({ view, action, nameOf }: FactsProps) {
  const words = proposalWords[view.language];
  const names = detailNames[view.language];
  const values = valueWords[view.language];
  const written = writtenWords[view.language];
  const { decidedBy, decidedAt, startedBy, startedAt, finishedAt, outcome } = action;
  const by = (actor: string | null) => {
    return actor === null ? null : <ActorName view={view} actor={actor} nameOf={nameOf} />;
  };
  const isWaiting = action.state === "approved" && startedBy === null;
  const steps = [
    [words.proposed, action.createdAt, null],
    [words.ends, action.expiresAt, null],
    [words.decided, decidedAt, by(decidedBy)],
    [names["startedAt"], startedAt, by(startedBy)],
    [words.ended, finishedAt, sayName(sayKnown(written, outcome ?? ""))],
  ] as const;
  return (
    <Facts>
      <Fact name={names["category"]}>{sayKnown(values, action.category)}</Fact>
      <Fact name={words.payload}>
        <Values value={action.payload} names={written} />
      </Fact>
      <Fact name={names["status"]}>
        <ActionState view={view} state={action.state} /> {isWaiting ? words.waits : null}
      </Fact>
      <Fact name={words.asker}>{by(action.userId)}</Fact>
      <Fact name={names["tool"]}>{sayKnown(values, action.tool)}</Fact>
      <Fact name={names["payloadHash"]} isLong>
        {action.payloadHash}
      </Fact>
      {steps.map(([name, at, more]) =>
        at === null ? null : (
          <Fact name={name} isLong>
            <Moment view={view} at={at} /> {more}
          </Fact>
        ),
      )}
    </Facts>
  );
}

type DecisionProps = Pick<ActionProps, "view" | "action"> & { bars: Bars };

/**
 * The two decisions; each asks first. If the reader may not make one, the reason stands in its
 * place.
 */
function Decisions({ view, action, bars: { approved, rejected } }: DecisionProps) {
  const words = proposalWords[view.language];
  const path = `/portal/t/${view.tenantId}/actions/${action.id}`;
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
          {...{ view, name, action: `${path}/reject`, label: promptWords[view.language].reject }}
          text={words.rejectText}
        />
      ) : null}
    </div>
  );
}
