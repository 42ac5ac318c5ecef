import { BUILTIN_SOURCE } from "../../ai/knowledge/builtin-names.ts";
import type { WholeDocument } from "../../ai/documents/schemas.ts";
import { HistoryLink } from "../audit/history-link.tsx";
import { Layout } from "../frame/layout.tsx";
import { Fact, Facts, MomentFact, Section, Table } from "../frame/parts.tsx";
import { sayLanguage } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { DocumentChange, DocumentStatus, saySource } from "./list-page.tsx";
import { documentWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

interface DocumentProps {
  view: View;
  document: WholeDocument;
  mayWrite: boolean;
  /** Absent for readers who are not told. */
  finders?: string | undefined;
}

export function DocumentPage({ view, document, mayWrite, finders }: DocumentProps) {
  const words = documentWords[view.language];
  return (
    <Layout view={view} title={sayName(document.title)}>
      <div class="row between">
        <h1>{sayName(document.title)}</h1>
        {mayWrite && document.source !== BUILTIN_SOURCE ? (
          <a
            class="button danger"
            href={`/portal/t/${view.tenantId}/documents/${document.id}/delete`}
          >
            {words.remove}
          </a>
        ) : null}
      </div>
      {document.status === "quarantined" ? <p role="alert">{words.quarantinedText}</p> : null}
      <section aria-label={document.title}>
        <DocumentFacts view={view} document={document} finders={finders} />
      </section>
      <Section id="parts" title={words.parts}>
        <p class="soft">{words.riskText}</p>
        <PartTable view={view} document={document} />
      </Section>
      <Section id="content" title={words.content}>
        <pre tabindex={0} class="text" aria-labelledby="content">
          {document.text}
        </pre>
      </Section>
      {document.source === BUILTIN_SOURCE ? null : <HistoryLink view={view} id={document.id} />}
    </Layout>
  );
}

type PartProps = Pick<DocumentProps, "view" | "document">;

function DocumentFacts({ view, document, finders }: Omit<DocumentProps, "mayWrite">) {
  const words = documentWords[view.language];
  const { url, tags, removedCharacters } = document;
  return (
    <Facts>
      <Fact name={words.status}>
        <DocumentStatus view={view} status={document.status} />
      </Fact>
      <Fact name={words.source}>{saySource(view, document)}</Fact>
      <Fact name={words.url} isLong>
        {url === null ? (
          "–"
        ) : (
          <a href={url} rel="noreferrer noopener">
            {url}
          </a>
        )}
      </Fact>
      <Fact name={words.language}>{sayLanguage(view.language, document.language)}</Fact>
      <Fact name={words.tags}>{tags.join(", ") || "–"}</Fact>
      {finders === undefined ? null : <Fact name={words.finders}>{sayName(finders)}</Fact>}
      <Fact name={words.version}>{document.version}</Fact>
      <Fact name={words.removed}>{removedCharacters}</Fact>
      <Fact name={words.updated}>
        <DocumentChange view={view} document={document} />
      </Fact>
      <MomentFact view={view} name={words.expires} at={document.expiresAt} />
    </Facts>
  );
}

const PERCENT = 100;

function PartTable({ view, document }: PartProps) {
  const words = documentWords[view.language];
  const columns = [{ number: "#" }, words.heading, { number: words.risk }, words.rules];
  return (
    <Table label={words.parts} columns={columns}>
      {document.chunks.map((part) => (
        <tr>
          <td class="number">{part.position + 1}</td>
          <td>{part.heading === "" ? "–" : part.heading}</td>
          <td class="number">{Math.round(part.risk * PERCENT)}</td>
          <td>{part.rules.join(", ") || "–"}</td>
        </tr>
      ))}
    </Table>
  );
}
