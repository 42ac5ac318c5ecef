import type { Erasure } from "../../tenants/erasure/schemas.ts";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Badge, Fact, Facts, MomentFact, Section, Table, type Tone } from "../frame/parts.tsx";
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

/**
 * Asks for an erasure: the first press says what will happen; then the tenant's id has to be typed.
 */
export function AskErasure({ view, tenantId, form }: AskProps) {
  const words = erasureWords[view.language];
  const wasRefused = form.fault !== undefined;
  return (
    <Section id="erasure" title={words.title}>
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
    </Section>
  );
}

/** How far the erasure has come, and what is kept. */
export function ErasureProgress({ view, erasure }: { view: View; erasure: Erasure }) {
  const { language } = view;
  const words = erasureWords[language];
  const erased = Object.entries(erasure.erased) as [keyof Erasure["erased"], number][];
  return (
    <>
      <Section id="erasure" title={words.title}>
        <ErasureFacts view={view} erasure={erasure} />
      </Section>
      {erased.length === 0 ? null : (
        <Section id="erased" title={words.erased}>
          <Table label={words.erased} columns={[words.what, { number: words.count }]}>
            {erased.map(([kind, count]) => (
              <tr>
                <th scope="row">{sayErased(language, kind)}</th>
                <td class="number">{sayNumber(language, count)}</td>
              </tr>
            ))}
          </Table>
        </Section>
      )}
      <Section id="kept" title={words.kept}>
        <ul>
          {erasure.kept.map((one) => (
            <li>{sayKept(language, one)}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function ErasureFacts({ view, erasure }: { view: View; erasure: Erasure }) {
  const words = erasureWords[view.language];
  const { state, askedAt, askedBy, endedAt, historyEndsAt, failure } = erasure;
  return (
    <Facts>
      <Fact name={words.state}>
        <Badge tone={TONES[state]}>{erasureStates[view.language][state]}</Badge>
      </Fact>
      <MomentFact view={view} name={words.askedAt} at={askedAt} />
      <Fact name={words.askedBy}>
        <code>{askedBy}</code>
      </Fact>
      {failure === null ? null : <Fact name={words.failure}>{failure}</Fact>}
      {endedAt === null ? null : (
        <>
          <MomentFact view={view} name={words.endedAt} at={endedAt} />
          <MomentFact view={view} name={words.history} at={historyEndsAt} />
        </>
      )}
    </Facts>
  );
}
