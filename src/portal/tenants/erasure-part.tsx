import type { Erasure } from "../../tenants/erasure/schemas.ts";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Badge, Moment, Table, type Tone } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { erasureStates, erasureWords, sayErased, sayKept } from "./erasure-words.ts";

const TONES: Record<Erasure["state"], Tone> = { waiting: "warn", running: "warn", done: "idle" };

interface AskProps {
  view: View;
  tenantId: string;
  form: FormState;
}

/** Ends a customer's data: the first press says what will happen, the id that is typed does it. */
export function AskErasure({ view, tenantId, form }: AskProps) {
  const words = erasureWords[view.language];
  const wasRefused = form.fault !== undefined;
  return (
    <section aria-labelledby="erasure">
      <h2 id="erasure">{words.title}</h2>
      <p>{words.lead}</p>
      <details class="ask" open={wasRefused}>
        <summary>{words.ask}</summary>
        <p>{words.text}</p>
        <PostForm view={view} action={`/portal/tenants/${tenantId}/erasure`} form={form}>
          <Field form={form} name="confirm" label={words.confirm(tenantId)} required />
          <button type="submit" class="danger">
            {words.erase}
          </button>
        </PostForm>
      </details>
    </section>
  );
}

/** How far it has come, and what is kept. */
export function ErasureProgress({ view, erasure }: { view: View; erasure: Erasure }) {
  const { language } = view;
  const words = erasureWords[language];
  const erased = Object.entries(erasure.erased) as [keyof Erasure["erased"], number][];
  return (
    <>
      <section aria-labelledby="erasure">
        <h2 id="erasure">{words.title}</h2>
        <Facts view={view} erasure={erasure} />
      </section>
      {erased.length === 0 ? null : (
        <section aria-labelledby="erased">
          <h2 id="erased">{words.erased}</h2>
          <Table label={words.erased} columns={[words.what, { number: words.count }]}>
            {erased.map(([kind, count]) => (
              <tr>
                <th scope="row">{sayErased(language, kind)}</th>
                <td class="number">{sayNumber(language, count)}</td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      <section aria-labelledby="kept">
        <h2 id="kept">{words.kept}</h2>
        <ul>
          {erasure.kept.map((one) => (
            <li>{sayKept(language, one)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Facts({ view, erasure }: { view: View; erasure: Erasure }) {
  const words = erasureWords[view.language];
  const { state, askedAt, askedBy, endedAt, historyEndsAt, failure } = erasure;
  return (
    <dl class="facts">
      <dt>{words.state}</dt>
      <dd>
        <Badge tone={TONES[state]}>{erasureStates[view.language][state]}</Badge>
      </dd>
      <dt>{words.askedAt}</dt>
      <dd>
        <Moment view={view} at={askedAt} />
      </dd>
      <dt>{words.askedBy}</dt>
      <dd>
        <code>{askedBy}</code>
      </dd>
      {failure === null ? null : (
        <>
          <dt>{words.failure}</dt>
          <dd>{failure}</dd>
        </>
      )}
      {endedAt === null ? null : (
        <>
          <dt>{words.endedAt}</dt>
          <dd>
            <Moment view={view} at={endedAt} />
          </dd>
          <dt>{words.history}</dt>
          <dd>
            <Moment view={view} at={historyEndsAt} />
          </dd>
        </>
      )}
    </dl>
  );
}
