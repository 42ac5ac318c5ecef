import type { LookupModule } from "../../intel/lookup-types.ts";
import type { Verdict } from "../../intel/lookup/verdict.ts";
import { Badge, Copyable, Fact, Facts, MomentFact, type Tone } from "../frame/parts.tsx";
import { Meter } from "../frame/quota-bar.tsx";
import { sayCall } from "../frame/say-call.ts";
import { categoryWords } from "../sources/code-words.ts";
import type { View } from "../frame/view.ts";
import { isOpenable } from "./is-openable.ts";
import { dispositionWords, tryWords } from "./words.ts";

interface VerdictProps {
  view: View;
  module: LookupModule;
  verdict: Verdict;
  host?: string | undefined;
  origin: string;
}

const TONES: Record<Verdict["disposition"], Tone> = {
  malicious: "bad",
  suspicious: "warn",
  clean: "good",
  unknown: "idle",
};

export function LookupVerdict({ view, module, verdict, host, origin }: VerdictProps) {
  const words = tryWords[view.language];
  const { tenantId = "" } = view;
  const path = `/portal/t/${tenantId}/try/${module}`;
  const call = { origin, asked: askedOf(module, verdict), tenantId, key: "$RAMPART_KEY" };
  return (
    <section aria-labelledby="verdict" data-after={path} tabindex={-1} autofocus>
      <h2 id="verdict">{words.verdict}</h2>
      <p role="status">
        <Badge tone={TONES[verdict.disposition]}>
          {dispositionWords[view.language][verdict.disposition]}
        </Badge>{" "}
        <code>{verdict.value}</code>
      </p>
      {verdict.found ? null : <p class="soft">{words.notFound}</p>}
      {verdict.type !== "url" || isOpenable(verdict.value) ? null : (
        <p class="soft">{words.notOpenable}</p>
      )}
      <VerdictFacts view={view} verdict={verdict} />
      <Decide view={view} value={verdict.value} host={host} />
      <details>
        <summary>{words.answer}</summary>
        <Copyable view={view} label={words.answer} text={JSON.stringify(verdict, null, 2)} />
      </details>
      <details>
        <summary>{words.curl}</summary>
        <Copyable view={view} label={words.curl} text={sayCall(call)} />
      </details>
    </section>
  );
}

interface DecideProps {
  view: View;
  value: string;
  /** The host of a page, which may be denied with all that it has. */
  host: string | undefined;
}

/** The way to a word of one's own, which beats what the sources say. */
export function Decide({ view, value, host }: DecideProps) {
  if (view.who?.permissions.has("intel:write") !== true) return null;
  const words = tryWords[view.language];
  const hrefOf = (action: string, about = value) => {
    const query = new URLSearchParams({ action, value: about }).toString();
    return `/portal/t/${view.tenantId}/lists?${query}#add`;
  };
  return (
    <p class="row">
      <a class="button" href={hrefOf("deny")}>
        {words.deny}
      </a>
      {host === undefined ? null : (
        <a class="button" href={hrefOf("deny", host)}>
          {words.denyHost(host)}
        </a>
      )}
      <a class="button" href={hrefOf("allow")}>
        {words.allow}
      </a>
    </p>
  );
}

function VerdictFacts({ view, verdict }: Pick<VerdictProps, "view" | "verdict">) {
  const words = tryWords[view.language];
  const own: Record<string, string> = words.own;
  const say = (codes: readonly string[], said = own) =>
    codes.map((one) => said[one] ?? one).join(", ") || "–";
  const { threatLevel, confidence, categories, malwareFamily, sources } = verdict;
  return (
    <Facts>
      <Fact name={words.threatLevel}>
        <Meter value={threatLevel} label={words.threatLevel} tone={TONES[verdict.disposition]} />
      </Fact>
      <Fact name={words.confidence}>
        <Meter value={confidence} label={words.confidence} tone="idle" />
      </Fact>
      <Fact name={words.categories}>
        {say(categories, { private: words.private, ...own, ...categoryWords[view.language] })}
      </Fact>
      {malwareFamily === undefined ? null : <Fact name={words.family}>{malwareFamily}</Fact>}
      <Fact name={words.sources}>{say(sources)}</Fact>
      {verdict.firstSeen === undefined ? null : (
        <MomentFact view={view} name={words.firstSeen} at={verdict.firstSeen} />
      )}
      {verdict.lastSeen === undefined ? null : (
        <MomentFact view={view} name={words.lastSeen} at={verdict.lastSeen} />
      )}
    </Facts>
  );
}

/** Module and query of the same call. */
function askedOf(module: LookupModule, verdict: Verdict): string {
  const query = new URLSearchParams({ value: verdict.value });
  if (module !== "dnssearch") query.set("type", verdict.type);
  return `${module}?${query.toString()}`;
}
