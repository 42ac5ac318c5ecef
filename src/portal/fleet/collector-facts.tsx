import { codeWords } from "../codes/words.ts";
import { Badge, Fact, Facts, MomentFact, type Tone } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import { sayNumber } from "../frame/say.ts";
import { Values } from "../frame/values.tsx";
import type { View } from "../frame/view.ts";
import type { Detail } from "./collector-page.tsx";
import { LabelList } from "./label-list.tsx";
import { recordOf, textOf } from "./reported-fields.ts";
import { healthWords, reportedNames } from "./reported-words.ts";
import { PolicyName } from "../policies/policy-name.tsx";
import { policyWords } from "../policies/words.ts";
import { StateBadge } from "./state-badge.tsx";
import { fleetWords, policyStatusWords, reasonWords, versionWords } from "./words.ts";

interface PartProps {
  view: View;
  detail: Detail;
}

const POLICY_TONES: Record<Detail["policy"]["policy_status"], Tone> = {
  in_sync: "good",
  outdated: "warn",
  unknown: "idle",
};

/** The policy that an agent should have. */
export interface GivenPolicy {
  /** Undefined for the product's own policy. */
  name: string | undefined;
  /** What assigns the policy to the agent; undefined if nothing does. */
  by: "code" | "role" | "all" | undefined;
}

interface FactsProps extends PartProps {
  given: GivenPolicy;
  isWhole: boolean;
}

export function CollectorFacts({ view, detail, given, isWhole }: FactsProps) {
  const words = fleetWords[view.language];
  const names = reportedNames[view.language];
  const address = [detail.last_ip, detail.country].filter(Boolean).join(" · ") || "–";
  const reasons = detail.reasons.map((reason) => reasonWords[view.language][reason]);
  return (
    <Facts>
      <Fact name={words.state}>
        <StateBadge view={view} state={detail.effective_state} />
      </Fact>
      <Fact name={words.reasons}>{reasons.join(", ") || "–"}</Fact>
      <Fact name={words.agent}>
        <code>{detail.agent_id}</code>
      </Fact>
      <Fact name={words.tenant}>{detail.tenant_id}</Fact>
      <Fact name={words.role}>{detail.role}</Fact>
      <Fact name={words.region}>{detail.region}</Fact>
      <MomentFact view={view} name={words.lastSeen} at={detail.last_seen_at} />
      <MomentFact view={view} name={words.next} at={detail.next_expected_at} />
      <MomentFact view={view} name={words.enrolled} at={detail.enrolled_at} />
      {isWhole ? <Fact name={words.address}>{address}</Fact> : null}
      <Fact name={words.policy}>
        <Policy view={view} detail={detail} given={given} />
      </Fact>
      <Fact name={words.version}>
        <Version view={view} detail={detail} />
      </Fact>
      <Fact name={words.machine}>
        <Values value={detail.machine} names={names} />
      </Fact>
      <Fact name={words.labels}>
        {Object.keys(detail.labels).length === 0 ? (
          "–"
        ) : (
          <LabelList labels={detail.labels} list={`/portal/t/${detail.tenant_id}/collectors`} />
        )}
      </Fact>
      <Fact name={words.health}>
        <Health view={view} detail={detail} />
      </Fact>
      {isWhole ? (
        <Fact name={words.counters}>
          <Values value={detail.counters} names={names} />
        </Fact>
      ) : null}
      <Fact name={words.duplicates}>
        <Duplicates detail={detail} />
      </Fact>
    </Facts>
  );
}

function Policy({ view, detail, given }: PartProps & { given: GivenPolicy }) {
  const words = fleetWords[view.language];
  const { id, desired_revision: revision, policy_status: status } = detail.policy;
  const said = {
    code: codeWords[view.language].label,
    role: `${words.role}: ${sayName(detail.role)}`,
    all: policyWords[view.language].everyRole,
  };
  return (
    <>
      <PolicyName view={view} id={id} name={given.name} />,{" "}
      {words.revision(sayNumber(view.language, revision))}{" "}
      <Badge tone={POLICY_TONES[status]}>{policyStatusWords[view.language][status]}</Badge>
      {given.by === undefined ? null : <small class="below">{said[given.by]}</small>}
    </>
  );
}

function Version({ view, detail: { agent } }: PartProps) {
  const { version, version_status: status, ...others } = recordOf(agent);
  const said = versionWords[view.language][String(status)];
  return (
    <>
      <Values value={version} />
      {said === undefined ? null : ` (${said})`}
      {Object.keys(others).length === 0 ? null : (
        <Values value={others} names={reportedNames[view.language]} />
      )}
    </>
  );
}

function Health({ view, detail }: PartProps) {
  const { health, ...others } = recordOf(detail.health);
  const said = healthWords[view.language];
  const own = textOf(health);
  return (
    <>
      {own !== null && Object.hasOwn(said, own) ? said[own] : <Values value={health} />}
      {Object.keys(others).length === 0 ? null : (
        <Values value={others} names={reportedNames[view.language]} />
      )}
    </>
  );
}

/** The agents that report the same machine, by their hosts. */
function Duplicates({ detail: { tenant_id: tenantId, duplicates } }: Pick<PartProps, "detail">) {
  if (duplicates.length === 0) return <>–</>;
  return (
    <ul class="values">
      {duplicates.map(({ agent_id: id, hostname }) => (
        <li>
          <a href={`/portal/t/${tenantId}/collectors/${id}`}>{sayName(hostname ?? id)}</a>{" "}
          <code class="soft">{id}</code>
        </li>
      ))}
    </ul>
  );
}
