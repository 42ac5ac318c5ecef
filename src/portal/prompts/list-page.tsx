import type { MoveShown, VersionSummary } from "../../ai/prompts/version-schemas.ts";
import type { Page } from "../../http/contract/index.ts";
import { Layout } from "../frame/layout.tsx";
import { Badge, Empty, MomentCell, Pager, Section, Table, type Tone } from "../frame/parts.tsx";
import { sayLanguage } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import type { NameOf } from "../audit/name-things.ts";
import { MoveTable } from "./move-table.tsx";
import { promptStatusWords, promptWords } from "./words.ts";

interface ListProps {
  view: View;
  versions: VersionSummary[];
  moves: Page<MoveShown>;
  own: ReadonlySet<string>;
  nameOf: NameOf;
  /** Whether the reader may read the texts. */
  mayOpen: boolean;
  mayWrite: boolean;
}

const TONES: Record<VersionSummary["status"], Tone> = {
  active: "good",
  draft: "idle",
  retired: "idle",
};
export function PromptListPage(props: ListProps) {
  const { view, versions, moves, own, nameOf, mayOpen, mayWrite } = props;
  const words = promptWords[view.language];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Section id="versions" title={words.versions}>
        <VersionTable view={view} versions={versions} mayOpen={mayOpen} />
      </Section>
      <Section id="moves" title={words.moves}>
        {moves.total === 0 ? (
          <Empty title={words.noMoves}>{mayWrite ? <p>{words.noMovesText}</p> : null}</Empty>
        ) : (
          <MoveTable {...{ view, moves: moves.items, own, nameOf, mayWrite }} />
        )}
        <Pager view={view} page={moves} />
      </Section>
    </Layout>
  );
}

type VersionsProps = Pick<ListProps, "view" | "versions" | "mayOpen">;

function VersionTable({ view, versions, mayOpen }: VersionsProps) {
  const words = promptWords[view.language];
  const columns = [
    words.version,
    words.of,
    words.status,
    words.labels,
    words.languages,
    words.message,
    words.created,
  ];
  return (
    <Table label={words.versions} columns={columns}>
      {versions.map((one) => (
        <tr>
          <th scope="row">
            {mayOpen ? (
              <a href={`/portal/t/${view.tenantId}/prompts/${one.name}/${one.version}`}>
                {one.name}@{one.version}
              </a>
            ) : (
              `${one.name}@${one.version}`
            )}
          </th>
          <td>{words.scopes[one.scope]}</td>
          <td>
            <PromptStatus view={view} status={one.status} />
          </td>
          <td>{one.label.join(", ") || "–"}</td>
          <td>{one.language.map((code) => sayLanguage(view.language, code)).join(", ")}</td>
          <td class="long">{sayReason(one)}</td>
          <MomentCell view={view} at={one.createdAt} />
        </tr>
      ))}
    </Table>
  );
}

export function PromptStatus({ view, status }: { view: View; status: VersionSummary["status"] }) {
  return <Badge tone={TONES[status]}>{promptStatusWords[view.language][status]}</Badge>;
}

/** Why a version was written; the product's own came with it. */
export function sayReason({
  scope,
  commitMessage,
}: Pick<VersionSummary, "scope" | "commitMessage">): string {
  return scope === "builtin" ? "–" : commitMessage;
}
