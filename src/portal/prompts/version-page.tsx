import type { VersionShown } from "../../ai/prompts/version-schemas.ts";
import type { NameOf } from "../audit/name-things.ts";
import { ActorName } from "../audit/actor-name.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Copyable, MomentFact, Section } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { PromptStatus } from "./list-page.tsx";
import { promptWords } from "./words.ts";

interface VersionProps {
  view: View;
  version: VersionShown;
  nameOf: NameOf;
  form: FormState;
  mayWrite: boolean;
}

export function PromptVersionPage({ view, version, nameOf, form, mayWrite }: VersionProps) {
  const words = promptWords[view.language];
  const name = `${version.name}@${version.version}`;
  return (
    <Layout view={view} title={name}>
      <h1>{name}</h1>
      <section aria-label={name}>
        <Facts view={view} version={version} nameOf={nameOf} />
      </section>
      {Object.entries(version.template).map(([language, text]) => (
        <section aria-labelledby={`text-${language}`}>
          <h2 id={`text-${language}`}>
            {words.text} ({language})
          </h2>
          <Copyable view={view} label={`${words.text} (${language})`} text={text ?? ""} />
        </section>
      ))}
      {mayWrite ? <Promotion view={view} version={version} form={form} /> : null}
    </Layout>
  );
}

type PartProps = Pick<VersionProps, "view" | "version">;

function Facts({ view, version, nameOf }: PartProps & Pick<VersionProps, "nameOf">) {
  const words = promptWords[view.language];
  return (
    <dl class="facts">
      <dt>{words.status}</dt>
      <dd>
        <PromptStatus view={view} status={version.status} />
      </dd>
      <dt>{words.of}</dt>
      <dd>{words.scopes[version.scope]}</dd>
      <dt>{words.labels}</dt>
      <dd>{version.label.join(", ") || "–"}</dd>
      <dt>{words.evaluated}</dt>
      <dd>{words.evaluations[version.evaluated]}</dd>
      <dt>{words.message}</dt>
      <dd>{version.commitMessage}</dd>
      <dt>{words.by}</dt>
      <dd>
        <ActorName view={view} actor={version.createdBy} nameOf={nameOf} />
      </dd>
      <MomentFact view={view} name={words.created} at={version.createdAt} />
    </dl>
  );
}

function Promotion({ view, version, form }: PartProps & { form: FormState }) {
  const words = promptWords[view.language];
  return (
    <Section id="production" title={words.production}>
      {version.default ? (
        <p>{words.inProduction}</p>
      ) : (
        <PostForm
          view={view}
          action={`/portal/t/${view.tenantId}/prompts/${version.name}/${version.version}/production`}
          form={form}
        >
          <p class="soft">{words.productionText}</p>
          <button type="submit" class="primary">
            {words.production}
          </button>
        </PostForm>
      )}
    </Section>
  );
}
