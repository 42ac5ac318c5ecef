import type { Child, PropsWithChildren } from "hono/jsx";
import { timeOf } from "../../platform/index.ts";
import { LAST_PAGE, type PageName } from "./read-page.ts";
import { sayNumber, sayTime } from "./say.ts";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";

/** A time: UTC from the server, which the script rewrites for the reader's zone. */
export function Moment({ at, view }: { at: string | number | null; view: View }) {
  if (at === null) return <span class="soft">{frameWords[view.language].never}</span>;
  const iso = typeof at === "number" ? timeOf(at) : at;
  return (
    <time datetime={iso} data-local>
      {sayTime(iso)}
    </time>
  );
}

export type Tone = "good" | "warn" | "bad" | "idle";

/** A state in words; the colour only repeats them. */
export function Badge({ tone, children }: PropsWithChildren<{ tone: Tone }>) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A secret or a command in full, with a button that the script brings to life. */
export function Copyable({ text, label, view }: { text: string; label: string; view: View }) {
  const words = frameWords[view.language];
  return (
    <div class="copyable">
      <pre tabindex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
      <button
        type="button"
        class="quiet"
        aria-live="polite"
        data-copy={text}
        data-copied={words.copied}
        hidden
      >
        {words.copy}
      </button>
    </div>
  );
}

interface FigureProps {
  name: string;
  value: string;
  note?: string | undefined;
  /** Where what it counts can be seen. */
  href?: string;
  /** Absent where the figure is neither good nor bad. */
  tone?: Tone | undefined;
}

/** A number or a word that is looked at first, in a list of such. */
export function Figure({ name, value, note, href, tone }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={tone}>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
      {note === undefined ? null : (
        <dd>
          <small>{note}</small>
        </dd>
      )}
    </div>
  );
}

/** Says what to do next where there is nothing yet. */
export function Empty({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

interface TableProps {
  label: string;
  columns: readonly (string | { number: string })[];
}

export function Table({ label, columns, children }: PropsWithChildren<TableProps>) {
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === "string" ? (
                <th scope="col">{column}</th>
              ) : (
                <th scope="col" class="number">
                  {column.number}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** What there is to know of a thing: names, and beside each what it is. */
export function Facts({ isWide, children }: PropsWithChildren<{ isWide?: boolean }>) {
  return <dl class={isWide ? "facts wide" : "facts"}>{children}</dl>;
}

interface FactProps {
  name: Child;
  /** It may hold one word that is longer than a line. */
  isLong?: boolean;
}

export function Fact({ name, isLong, children }: PropsWithChildren<FactProps>) {
  return (
    <>
      <dt>{name}</dt>
      <dd class={isLong ? "long" : undefined}>{children}</dd>
    </>
  );
}

/** A time among the facts of a thing. */
export function MomentFact({ name, ...moment }: { name: string } & Parameters<typeof Moment>[0]) {
  return (
    <Fact name={name}>
      <Moment {...moment} />
    </Fact>
  );
}

/** A time in a column. */
export function MomentCell(props: Parameters<typeof Moment>[0]) {
  return (
    <td>
      <Moment {...props} />
    </td>
  );
}

/** A number in a column, written as its reader writes it. */
export function NumberCell({ view, value }: { view: View; value: number }) {
  return <td class="number">{sayNumber(view.language, value)}</td>;
}

interface PagerProps {
  view: View;
  page: { page: number; total_pages: number; total: number };
  name?: PageName;
  /** What it pages, where a page has two. */
  label?: string;
}

/** Links to the pages before and after, with every filter kept; from beyond the last one, to that. */
export function Pager({ view, page, name = "page", label }: PagerProps) {
  const words = frameWords[view.language];
  const last = Math.min(Math.max(1, page.total_pages), LAST_PAGE);
  if (page.page === 1 && last === 1) return null;
  return (
    <nav class="pager" aria-label={label ?? words.pages}>
      {page.page > 1 ? (
        <a rel="prev" href={atPage(view.path, name, Math.min(page.page - 1, last))}>
          {words.previous}
        </a>
      ) : null}
      <span>
        {page.page > last
          ? words.nothingHere
          : words.pageOf(
              sayNumber(view.language, page.page),
              sayNumber(view.language, last),
              sayNumber(view.language, page.total),
            )}
      </span>
      {page.page < last ? (
        <a rel="next" href={atPage(view.path, name, page.page + 1)}>
          {words.next}
        </a>
      ) : null}
    </nav>
  );
}

function atPage(path: string, name: PageName, page: number): string {
  const [pathname = "", search = ""] = path.split("?", 2);
  const query = new URLSearchParams(search);
  query.set(name, String(page));
  return `${pathname}?${query.toString()}`;
}

/** A part of a page under a title of its own. */
export function Section({ id, title, children }: PropsWithChildren<{ id: string; title: string }>) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
