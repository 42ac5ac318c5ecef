import type { Child, PropsWithChildren } from "hono/jsx";
import { timeOf } from "../../platform/index.ts";
import { LAST_PAGE, type PageName } from "./read-page.ts";
import { sayNumber, sayTime } from "./say.ts";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";
import { withQuery } from "./with-query.ts";

/** A time: in UTC from the server; the script shows it in the reader's zone. */
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

/** A state in words; the colour only repeats it. */
export function Badge({ tone, children }: PropsWithChildren<{ tone: Tone }>) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A secret or a command, with a copy button that works only with the script. */
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
  /** Where the counted things are listed. */
  href?: string;
  /** Undefined if the figure is neither good nor bad. */
  tone?: Tone | undefined;
}

/** A number or a word that readers look at first, in a list of such figures. */
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

/** Says that there is nothing yet, and what to do next. */
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

/** Facts of a thing: a list of names and values. */
export function Facts({ isWide, children }: PropsWithChildren<{ isWide?: boolean }>) {
  return <dl class={isWide ? "facts wide" : "facts"}>{children}</dl>;
}

interface FactProps {
  name: Child;
  /** The value may hold a word that is longer than a line. */
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

/** A fact that is a time. */
export function MomentFact({ name, ...moment }: { name: string } & Parameters<typeof Moment>[0]) {
  return (
    <Fact name={name}>
      <Moment {...moment} />
    </Fact>
  );
}

/** A column with a time. */
export function MomentCell(props: Parameters<typeof Moment>[0]) {
  return (
    <td>
      <Moment {...props} />
    </td>
  );
}

/** A column with a number, in the reader's format. */
export function NumberCell({ view, value }: { view: View; value: number }) {
  return <td class="number">{sayNumber(view.language, value)}</td>;
}

interface PagerProps {
  view: View;
  page: { page: number; total_pages: number; total: number };
  name?: PageName;
  /** The name of the list, if a page has two. */
  label?: string;
}

/** Links to the page before and after, with all filters; from beyond the last page, to the last. */
export function Pager({ view, page, name = "page", label }: PagerProps) {
  const words = frameWords[view.language];
  const last = Math.min(Math.max(1, page.total_pages), LAST_PAGE);
  if (page.page === 1 && last === 1) return null;
  return (
    <nav class="pager" aria-label={label ?? words.pages}>
      {page.page > 1 ? (
        <a
          rel="prev"
          href={withQuery(view.path, { [name]: String(Math.min(page.page - 1, last)) })}
        >
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
        <a rel="next" href={withQuery(view.path, { [name]: String(page.page + 1) })}>
          {words.next}
        </a>
      ) : null}
    </nav>
  );
}

/** For the part of a page that answers a form. */
export const FOCUSED = { tabindex: -1, autofocus: true } as const;

interface SectionProps {
  id: string;
  title: string;
  /** It answers a form, so the focus is on it: the next Tab goes on from there. */
  isAnswer?: boolean;
}

/** A part of a page with its own heading. */
export function Section({ id, title, isAnswer, children }: PropsWithChildren<SectionProps>) {
  return (
    <section aria-labelledby={id} {...(isAnswer === true ? FOCUSED : {})}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
