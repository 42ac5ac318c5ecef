import type { EndpointRow } from "../../webhooks/endpoints/store.ts";
import type { Verification } from "../../webhooks/verify/verify-delivery.ts";
import { Area } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Badge, Copyable, Fact, Facts, Moment, MomentFact, Section } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { NODE_SNIPPET, PYTHON_SNIPPET } from "./snippets.ts";
import { shortUrl } from "./short-url.ts";
import { doubtWords, verifyWords } from "./verify-words.ts";

/** Far more than four signatures and an id take. */
export const MAX_HEADERS = 4_000;
/** The longest body of a delivery. */
export const MAX_BODY = 20_000;

interface VerifyProps {
  view: View;
  endpoint: EndpointRow;
  form: FormState;
  verification?: Verification | undefined;
}

export function VerifyPage({ view, endpoint, form, verification }: VerifyProps) {
  const words = verifyWords[view.language];
  const path = `/portal/t/${view.tenantId}/webhooks/${endpoint.id}`;
  return (
    <Layout view={view} title={words.title} above={{ href: path, name: shortUrl(endpoint.url) }}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {verification === undefined ? null : <Outcome view={view} verification={verification} />}
      <section aria-label={words.title}>
        <PostForm view={view} action={`${path}/verify`} form={form}>
          <Area
            form={form}
            name="headers"
            label={words.headers}
            hint={words.headersHint}
            rows={5}
            required
            maxlength={MAX_HEADERS}
          />
          <Area
            form={form}
            name="body"
            label={words.body}
            hint={words.bodyHint}
            rows={8}
            required
            maxlength={MAX_BODY}
          />
          <button type="submit" class="primary">
            {words.check}
          </button>
        </PostForm>
      </section>
      <Section id="receive" title={words.receive}>
        <p class="soft">{words.receiveText}</p>
        <h3>{words.node}</h3>
        <Copyable view={view} label={words.node} text={NODE_SNIPPET} />
        <h3>{words.python}</h3>
        <Copyable view={view} label={words.python} text={PYTHON_SNIPPET} />
      </Section>
    </Layout>
  );
}

interface OutcomeProps {
  view: View;
  verification: Verification;
}

/** The result. It has the focus, because the reader sent the form for it. */
function Outcome({ view, verification }: OutcomeProps) {
  const { doubt, signer, sentAt } = verification;
  const words = verifyWords[view.language];
  return (
    <section aria-label={words.check} tabindex={-1} autofocus>
      <p role="status">
        <Badge tone={doubt === null ? "good" : "bad"}>
          {doubt === null ? words.holds : words.fails}
        </Badge>{" "}
        {doubt === null ? null : doubtWords[view.language][doubt]}
      </p>
      <Facts>
        {signer === null ? null : (
          <Fact name={words.signedBy}>
            {words[signer.by]}{" "}
            {signer.until === null ? null : <Moment view={view} at={signer.until} />}
          </Fact>
        )}
        {sentAt === null ? null : <MomentFact view={view} name={words.sentAt} at={sentAt} />}
      </Facts>
    </section>
  );
}
