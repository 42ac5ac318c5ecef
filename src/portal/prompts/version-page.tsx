import type { VersionShown } from "../../ai/prompts/version-schemas.ts";
import type { NameOf } from "../audit/name-things.ts";
import { ActorName } from "../audit/actor-name.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Copyable, Fact, Facts, MomentFact, Section } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { PromptStatus, sayReason } from "./list-page.tsx";
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
        <VersionFacts view={view} version={version} nameOf={nameOf} />
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

function VersionFacts({ view, version, nameOf }: PartProps & Pick<VersionProps, "nameOf">) {
  const words = promptWords[view.language];
  return (
    <Facts>
      <Fact name={words.status}>
        <PromptStatus view={view} status={version.status} />
      </Fact>
      <Fact name={words.of}>{words.scopes[version.scope]}</Fact>
      <Fact name={words.labels}>{version.label.join(", ") || "–"}</Fact>
      <Fact name={words.evaluated}>{words.evaluations[version.evaluated]}</Fact>
      <Fact name={words.message}>{sayReason(version)}</Fact>
      <Fact name={words.by}>
        <ActorName view={view} actor={version.createdBy} nameOf={nameOf} />
      </Fact>
      <MomentFact view={view} name={words.created} at={version.createdAt} />
    </Facts>
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
