import type { InspectionRecord } from "../../inspection/record-answers.ts";
import { eventIdOf } from "../../inspection/keep/keep-inspection.ts";
import { MINUTE_MS, minuteOf } from "../../platform/index.ts";
import { PORTAL_KEY } from "../../tenants/gate/gate.ts";
import { kindWords } from "../audit/words.ts";
import { Area, Choice } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { sectionNames } from "../frame/navigation.tsx";
import { Copyable, Fact, Facts, Moment, MomentFact, Section } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { Meter } from "../frame/quota-bar.tsx";
import type { Language } from "../frame/language.ts";
import { sayTime } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { DeliveryState } from "../webhooks/delivery-log.tsx";
import type { FoundDelivery } from "../../webhooks/delivery/find-deliveries.ts";
import { LayerTable, sayLanguageOf, TONES, VerdictBadge } from "./parts.tsx";
import { searchWithin } from "./search-within.ts";
import { channelWords, inspectionWords, verdictWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface InspectionProps {
  view: View;
  record: InspectionRecord;
  /** The name of the key of the call, if it has a page that the reader may open. */
  keyName: string | undefined;
  /** Deliveries of the event; undefined if there is no event, or if the reader may not see them. */
  deliveries: FoundDelivery[] | undefined;
  form: FormState;
  mayWrite: boolean;
  /** Whether there is a model that the fourth layer would ask. */
  hasModel: boolean;
  /** The ids of those next to it in the list that the reader came from. */
  beside: { newer: string | undefined; older: string | undefined };
}

export function InspectionPage(props: InspectionProps) {
  const { view, record, form, mayWrite, hasModel } = props;
  const words = inspectionWords[view.language];
  const found = sayFound(view.language, record);
  return (
    <Layout view={view} title={`${found}, ${sayTime(record.createdAt)}`}>
      <h1>
        {found}{" "}
        <small class="below">
          <Moment view={view} at={record.createdAt} />
        </small>
      </h1>
      <Beside {...props} />
      <section aria-label={words.id}>
        <VerdictFacts {...props} />
      </section>
      <Section id="layers" title={words.layers}>
        <LayerTable view={view} layers={record.layers} hasModel={hasModel} />
      </Section>
      {mayWrite ? <Feedback view={view} record={record} form={form} /> : null}
    </Layout>
  );
}

/** Links to the list that the reader came from, and to those next to this one in it. */
function Beside({ view, beside: { newer, older } }: Pick<InspectionProps, "view" | "beside">) {
  const words = inspectionWords[view.language];
  const path = `/portal/t/${view.tenantId}/inspections`;
  const search = searchWithin(view);
  return (
    <nav class="pager" aria-label={words.title}>
      {newer === undefined ? null : (
        <a rel="prev" href={`${path}/${newer}${search}`}>
          {words.newer}
        </a>
      )}
      <a href={`${path}${search}`}>{search === "" ? words.all : words.allSuch}</a>
      {older === undefined ? null : (
        <a rel="next" href={`${path}/${older}${search}`}>
          {words.older}
        </a>
      )}
    </nav>
  );
}

type PartProps = Pick<InspectionProps, "view" | "record">;

type FactProps = Pick<InspectionProps, "view" | "record" | "keyName" | "deliveries">;

function VerdictFacts({ view, record, keyName, deliveries }: FactProps) {
  const words = inspectionWords[view.language];
  return (
    <Facts>
      <Fact name={words.verdict}>
        <VerdictBadge view={view} verdict={record.verdict} />
      </Fact>
      <Fact name={words.score}>
        <Meter value={record.score} label={words.score} tone={TONES[record.verdict]} />
      </Fact>
      <Fact name={words.language}>{sayLanguageOf(view, record.lang)}</Fact>
      <Fact name={words.by}>
        <Asker view={view} record={record} keyName={keyName} />
      </Fact>
      <MomentFact view={view} name={words.kept} at={record.expiresAt} />
      {deliveries === undefined ? null : (
        <Fact name="Webhooks">
          <Deliveries view={view} record={record} deliveries={deliveries} />
        </Fact>
      )}
      {record.feedback === null ? null : (
        <Fact name={words.given}>
          <VerdictBadge view={view} verdict={record.feedback.label} />{" "}
          {sayName(record.feedback.note ?? "")}{" "}
          <small class="below">
            <Moment view={view} at={record.feedback.createdAt} />{" "}
            <AuditLink view={view} at={record.feedback.createdAt} />
          </small>
        </Fact>
      )}
      <Fact name={words.idOf}>
        <Copyable view={view} label={words.idOf} text={record.inspectionId} />
      </Fact>
    </Facts>
  );
}

/** A link to the lines of feedback in that minute, which say who gave it. */
function AuditLink({ view, at }: { view: View; at: string }) {
  if (!view.who?.permissions.has("audit:read")) return null;
  const [from, to] = [0, MINUTE_MS].map((later) => minuteOf(Date.parse(at) + later));
  const href = `/portal/t/${view.tenantId}/audit?action=inspection.feedback&from=${from}&to=${to}`;
  return <a href={href}>{sectionNames[view.language].audit}</a>;
}

interface DeliveriesProps extends PartProps {
  deliveries: FoundDelivery[];
}

/** The deliveries of the event, and the state of each. */
function Deliveries({ view, record, deliveries }: DeliveriesProps) {
  if (deliveries.length === 0) return <>–</>;
  const eventId = eventIdOf(record.inspectionId);
  return (
    <ul class="values">
      {deliveries.map(({ id, url, state }) => (
        <li>
          <a href={`/portal/t/${view.tenantId}/webhooks/${id}/deliveries/${eventId}`}>{url}</a>{" "}
          <DeliveryState view={view} state={state} />
        </li>
      ))}
    </ul>
  );
}

/** The title of an inspection: the channel and the verdict. */
function sayFound(language: Language, { channel, verdict }: InspectionRecord): string {
  const by = channelWords[language][channel];
  const found = verdictWords[language][verdict];
  return `${by.charAt(0).toUpperCase()}${by.slice(1)}: ${found}`;
}

/** The portal, or the key of the call, with a link to its page if the reader may open it. */
function Asker({ view, record: { keyId }, keyName }: Omit<FactProps, "deliveries">) {
  if (keyId === PORTAL_KEY) return inspectionWords[view.language].portal;
  if (keyName === undefined) {
    return (
      <>
        {kindWords[view.language].api_key} <code>{keyId}</code>
      </>
    );
  }
  return <a href={`/portal/t/${view.tenantId}/keys/${keyId}`}>{sayName(keyName)}</a>;
}

/** The form for feedback, which offers the other two verdicts as the right one. */
function Feedback({ view, record, form }: PartProps & { form: FormState }) {
  const words = inspectionWords[view.language];
  const say = verdictWords[view.language];
  const truths = (["clean", "spam", "phishing"] as const)
    .filter((label) => label !== record.verdict)
    .map((value) => ({ value, label: say[value] }));
  return (
    <Section id="wrong" title={words.wrong}>
      <p class="soft">{words.wrongText}</p>
      <PostForm
        view={view}
        action={`/portal/t/${view.tenantId}/inspections/${record.inspectionId}/feedback${searchWithin(view)}`}
        form={form}
      >
        <Choice form={form} name="label" label={words.label} options={truths} />
        <Area form={form} name="note" label={words.note} rows={2} maxlength={2000} />
        <button type="submit">{words.send}</button>
      </PostForm>
    </Section>
  );
}
