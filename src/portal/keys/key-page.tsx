import type { ApiKey } from "../../tenants/api-keys/answers.ts";
import type { Usage } from "../../tenants/usage/answers.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import type { NameOf } from "../audit/name-things.ts";
import { ActorName } from "../audit/actor-name.tsx";
import { CodedList } from "../frame/coded.tsx";
import { Layout } from "../frame/layout.tsx";
import { Fact, Facts, Figure, MomentFact } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayMoney, sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { moduleWords } from "../try/module-words.ts";
import { DaySection } from "../usage/day-section.tsx";
import { FirewallLists } from "./firewall-lists.tsx";
import { KeyStatus } from "./key-status.tsx";
import { keyWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface KeyPageProps {
  view: View;
  apiKey: ApiKey;
  /** False if the key that replaced it was deleted. */
  hasSuccessor: boolean;
  nameOf: NameOf;
  /** The tenant's usage, but with the days of this key. */
  usage: Usage;
  mayWrite: boolean;
  origin: string;
}

export function KeyPage(props: KeyPageProps) {
  const { view, apiKey, hasSuccessor, nameOf, usage, mayWrite, origin } = props;
  const words = keyWords[view.language];
  const own = usage.keys.find(({ id }) => id === apiKey.id);
  return (
    <Layout view={view} title={sayName(apiKey.name)}>
      <h1>{sayName(apiKey.name)}</h1>
      <dl class="figures" aria-label={words.usage}>
        <Figure
          name={words.calls}
          value={sayNumber(view.language, own?.calls ?? 0)}
          href={`/portal/t/${view.tenantId}/usage`}
        />
        <Figure name={words.units} value={sayNumber(view.language, own?.units ?? 0)} />
        <Figure name={words.cost} value={sayMoney(view.language, own?.cost ?? 0, usage.currency)} />
      </dl>
      <DaySection view={view} usage={usage} />
      <section aria-label={sayName(apiKey.name)}>
        <KeyFacts {...{ view, apiKey, hasSuccessor, nameOf }} />
        <FirewallLists view={view} origin={origin} scopes={apiKey.scopes} />
      </section>
      {mayWrite ? <Actions view={view} apiKey={apiKey} /> : null}
      <HistoryLink view={view} id={apiKey.id} />
    </Layout>
  );
}

function KeyFacts(props: Omit<KeyPageProps, "usage" | "mayWrite" | "origin">) {
  const { view, apiKey, hasSuccessor, nameOf } = props;
  const words = keyWords[view.language];
  return (
    <Facts>
      <Fact name={words.status}>
        <KeyStatus view={view} status={apiKey.status} />
      </Fact>
      <Fact name={words.scopes}>
        <CodedList codes={apiKey.scopes} names={moduleWords[view.language]} />
      </Fact>
      <Fact name={words.beginning}>
        <code>rmp_live_{apiKey.id}…</code>
      </Fact>
      <Fact name={words.ending}>
        <code>…{apiKey.last4}</code>
      </Fact>
      <Fact name={words.cap}>
        {apiKey.monthlyCap === null ? words.noCap : sayNumber(view.language, apiKey.monthlyCap)}
      </Fact>
      <Fact name={words.addresses}>{apiKey.allowedAddresses.join(", ") || words.anywhere}</Fact>
      <MomentFact view={view} name={words.created} at={apiKey.createdAt} />
      <Fact name={words.createdBy}>
        <ActorName view={view} actor={apiKey.createdBy} nameOf={nameOf} />
      </Fact>
      <MomentFact view={view} name={words.lastUsed} at={apiKey.lastUsedAt} />
      <MomentFact view={view} name={words.expires} at={apiKey.expiresAt} />
      {apiKey.replacedBy === null ? null : (
        <Fact name={words.replacedBy}>
          {hasSuccessor ? (
            <a href={`/portal/t/${view.tenantId}/keys/${apiKey.replacedBy}`}>{apiKey.replacedBy}</a>
          ) : (
            apiKey.replacedBy
          )}
        </Fact>
      )}
      {apiKey.note === null ? null : <Fact name={words.note}>{sayName(apiKey.note)}</Fact>}
    </Facts>
  );
}

function Actions({ view, apiKey }: { view: View; apiKey: ApiKey }) {
  const words = keyWords[view.language];
  const path = `/portal/t/${view.tenantId}/keys/${apiKey.id}`;
  const disabled = apiKey.status === "disabled";
  return (
    <div class="row">
      <a class="button" href={`${path}/edit`}>
        {words.edit}
      </a>
      {apiKey.replacedBy === null ? (
        <a class="button" href={`${path}/rotate`}>
          {words.rotate}
        </a>
      ) : null}
      <PostForm view={view} action={`${path}/${disabled ? "enable" : "disable"}`}>
        <button type="submit">{disabled ? words.enable : words.disable}</button>
      </PostForm>
      <a class="button danger" href={`${path}/delete`}>
        {words.remove}
      </a>
    </div>
  );
}
