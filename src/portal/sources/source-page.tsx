import type { Child } from "hono/jsx";
import type { ShownEdition, ShownSource } from "../../intel/source-schemas.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import { Layout } from "../frame/layout.tsx";
import { Copyable, Empty, Fact, Facts, Moment, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayDuration, sayNumber } from "../frame/say.ts";
import { sayCommand } from "../frame/say-call.ts";
import type { View } from "../frame/view.ts";
import { categoryWords, effectWords, sourceKindWords } from "./code-words.ts";
import { EditionTable } from "./edition-table.tsx";
import { FreshnessBadge } from "./freshness.tsx";
import { SourceStatus } from "./list-page.tsx";
import { sayFeedFault } from "./say-feed-fault.ts";
import { sourceWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface SourceProps {
  view: View;
  source: ShownSource;
  editions: readonly ShownEdition[];
  mayWrite: boolean;
  origin: string;
}

export function SourcePage({ view, source, editions, mayWrite, origin }: SourceProps) {
  const words = sourceWords[view.language];
  const isEmpty = source.loadedAt === null;
  const { refresh, address } = source;
  const maySwitch = mayWrite && (refresh || address !== null);
  return (
    <Layout view={view} title={sayName(source.title)}>
      <h1>{sayName(source.title)}</h1>
      {source.lastError === undefined ? null : (
        <p role="alert">
          {words.lastError}: {sayFeedFault(view.language, source.lastError)}
        </p>
      )}
      <section aria-label={source.title}>
        <SourceFacts view={view} source={source} />
      </section>
      {maySwitch ? <FetchSwitch view={view} source={source} /> : null}
      {isEmpty ? null : <BadLines view={view} source={source} />}
      <EditionTable view={view} source={source} editions={editions} mayWrite={mayWrite} />
      <Section id="load" title={words.load}>
        {isEmpty ? (
          <Empty title={words.notLoaded}>
            {maySwitch && !refresh ? <p>{words.notLoadedText}</p> : null}
          </Empty>
        ) : null}
        <Copyable view={view} label={words.upload} text={uploadOf(origin, source.id)} />
      </Section>
      <HistoryLink view={view} id={source.id} />
    </Layout>
  );
}

type PartProps = Pick<SourceProps, "view" | "source">;

function SourceFacts({ view, source }: PartProps) {
  const words = sourceWords[view.language];
  const lines: [string, Child][] = [
    [words.state, <SourceStatus view={view} source={source} />],
    [words.freshness, <FreshnessBadge view={view} source={source} />],
    [words.loaded, <Moment view={view} at={source.loadedAt} />],
    [words.rows, sayNumber(view.language, source.rows)],
    [words.retained, sayNumber(view.language, source.retained)],
    [words.version, source.version],
    [
      words.interval,
      source.refresh
        ? words.every(sayDuration(view.language, source.intervalSeconds).replace(/^1 /, ""))
        : words.byHand,
    ],
    [words.address, source.address ?? "–"],
    [words.kind, sourceKindWords[view.language][source.kind]],
    [words.format, source.format],
    [words.effect, effectWords[view.language][source.effect]],
    [words.category, categoryWords[view.language][source.category]],
    [words.reliability, sayNumber(view.language, source.reliability)],
    [words.lineage, source.lineage],
    [words.licence, source.licence || "–"],
  ];
  return (
    <Facts>
      {lines.map(([name, value]) => (
        <Fact name={name} isLong>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}

function FetchSwitch({ view, source: { id, refresh } }: PartProps) {
  const words = sourceWords[view.language];
  return (
    <Section id="fetching" title={words.freshness}>
      {refresh ? null : <p class="soft">{words.fetchText}</p>}
      <PostForm view={view} action={`/portal/sources/${id}/fetching`}>
        <button type="submit" name="to" value={refresh ? "off" : "on"}>
          {refresh ? words.fetchOff : words.fetchOn}
        </button>
      </PostForm>
    </Section>
  );
}

function BadLines({ view, source }: PartProps) {
  const words = sourceWords[view.language];
  return (
    <Section id="bad" title={words.badTitle}>
      {source.firstBadLines.length === 0 ? (
        <p class="soft">{words.noBad}</p>
      ) : (
        <Table label={words.badTitle} columns={[{ number: words.line }, words.reason]}>
          {source.firstBadLines.map(({ line, reason }) => (
            <tr>
              <td class="number">{line}</td>
              <td>{sayFeedFault(view.language, reason)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

function uploadOf(origin: string, id: string): string {
  return sayCommand(
    `curl -X PUT "${origin}/admin/intel/sources/${id}/feed"`,
    `-H "Authorization: Bearer $RAMPART_TOKEN"`,
    `--data-binary @feed`,
  );
}
