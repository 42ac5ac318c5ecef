import type { Context } from "hono";
import type * as z from "zod";
import { isRefusal, Problem, readBytes, refuse, type Refusal } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import type { View } from "./view.ts";
import { sayIssue, tellingIssues } from "./say-issue.ts";
import { sayDetail } from "./say-detail.ts";
import { sayRefusal } from "./say-refusal.ts";
import { MULTIPART, readMultipart } from "./read-multipart.ts";
import { claimOnce } from "./send-once.ts";
import { refuseOther } from "./form-sender.ts";
import { markFields, mergeChanged, OPENED, type Theirs } from "./merge-changed.ts";
import { frameWords } from "./words.ts";

const MAX_FORM_BYTES = 64 * 1024;
/** A form encodes a byte as up to three characters. */
const CHARACTERS_PER_BYTE = 3;
/** For texts whose limit counts characters. */
export const BYTES_PER_CHARACTER = 4;
/** The end of a line as a browser sends it. To the person who typed it, it is one character. */
const LINE_END = /%0D%0A/gi;
/** The most faults that are shown of one field. */
const MAX_FAULTS = 20;
const INVALID = 400;
const STALE = 412;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:;|$)/i;

declare module "hono" {
  interface ContextVariableMap {
    sent: URLSearchParams | undefined;
  }
}

/** Why a form is shown again. */
interface Again {
  status: Refusal["status"];
  fault: string;
  faults?: Iterable<readonly [name: string, why: string]>;
  meanwhile?: Meanwhile;
}

/** The changes of somebody else who was quicker, and the words that say so. */
interface Meanwhile {
  words: Pick<(typeof frameWords)["en"], "seeNow" | "standsNow" | "isTaken" | "bothChanged">;
  theirs: ReadonlyMap<string, Theirs>;
}

/** The state of a form: as it was sent, or as it is first shown. */
export class FormState {
  readonly fault: string | undefined;
  /** The status of the answer that shows the form. */
  readonly status: Refusal["status"];
  readonly meanwhile: Meanwhile | undefined;
  /** The labels of the page's fields, in order. Each field notes its own when it is rendered. */
  readonly labels = new Map<string, string>();
  /** Values that a field offers, while it takes any other too. */
  readonly offers = new Map<string, readonly { value: string; label: string }[]>();
  readonly isEmpty: boolean;
  private readonly data: URLSearchParams;
  private readonly faults = new Map<string, Set<string>>();

  constructor(data: URLSearchParams | Record<string, string> = {}, again?: Again) {
    this.data = new URLSearchParams(data);
    this.isEmpty = filled([...this.data.values()]).length === 0;
    this.fault = again?.fault;
    this.status = again?.status ?? INVALID;
    this.meanwhile = again?.meanwhile;
    for (const [name, why] of again?.faults ?? []) this.mark(name, why);
  }

  value(name: string): string {
    return this.data.get(name) ?? "";
  }

  values(name: string): string[] {
    return this.data.getAll(name);
  }

  /** Undefined if the field is empty. Forms send empty fields too. */
  given(name: string): string | undefined {
    const text = this.value(name).trim();
    return text === "" ? undefined : text;
  }

  /** NaN if the text is no number; no schema takes NaN. */
  number(name: string): number | undefined {
    const text = this.given(name);
    return text === undefined ? undefined : Number(text);
  }

  lines(name: string): string[] {
    return filled(this.value(name).split(/\r?\n/));
  }

  /** The parts between commas. Undefined if there are none. */
  list(name: string): string[] | undefined {
    const parts = filled(this.value(name).split(","));
    return parts.length === 0 ? undefined : parts;
  }

  /** A time in UTC. `datetime-local` has no zone, and leaves out seconds that are zero. */
  time(name: string): string | undefined {
    const text = this.given(name);
    if (text === undefined) return undefined;
    return /T\d\d:\d\d$/.test(text) ? `${text}:00Z` : `${text}Z`;
  }

  /**
   * The time in milliseconds. A text that is no time counts as none, because people type and cut
   * links.
   */
  moment(name: string): number | undefined {
    const at = Date.parse(this.time(name) ?? "");
    return Number.isNaN(at) ? undefined : at;
  }

  /** The form with a mark of its present values, by which a later change of them is noticed. */
  opened(): FormState {
    const data = new URLSearchParams(this.data);
    data.set(OPENED, markFields(data));
    return new FormState(data);
  }

  /** The faults of a field, each once. */
  wrong(name: string): readonly string[] {
    return [...(this.faults.get(name) ?? [])];
  }

  /** The names of all faults, also of those that belong to no field of the page. */
  get wrongNames(): readonly string[] {
    return [...this.faults.keys()];
  }

  /**
   * The same form with the faults that a schema or a rule found. `about` is the field of a refusal
   * that names none. `now` is the form as it would be opened now: if somebody else was quicker,
   * their changes stand beside what was typed, and the form can be sent again.
   */
  refused(
    { language, note }: View,
    why: z.ZodError | Refusal,
    { about = "", now }: { about?: string; now?: FormState | undefined } = {},
  ): FormState {
    note(isRefusal(why) ? why.error : "invalid_request");
    const words = frameWords[language];
    if (!isRefusal(why)) {
      const faults = tellingIssues(why.issues).map((issue) =>
        this.placed(words, issue.path, sayIssue(language, issue)),
      );
      return new FormState(this.data, { status: INVALID, fault: words.checkForm, faults });
    }
    const { status } = why;
    if (status === STALE && now !== undefined) {
      const { data, theirs } = mergeChanged(this.data, now.data);
      const fault = sayRefusal(language, why);
      return new FormState(data, { status, fault, meanwhile: { words, theirs } });
    }
    const message = predicateOf(why);
    const unnamed = about === "" || message === "" ? [] : [{ path: about, message }];
    const faults = (why.details ?? unnamed).map((detail) =>
      this.placed(words, detail.path.split("."), sayDetail(language, detail.message)),
    );
    const isOfFields = why.error === "invalid_request" && faults.length > 0;
    const fault = isOfFields ? words.checkForm : sayRefusal(language, why);
    return new FormState(this.data, { status, fault, faults });
  }

  private mark(name: string, why: string): void {
    const known = this.faults.get(name) ?? new Set();
    if (known.size < MAX_FAULTS) this.faults.set(name, known.add(why));
  }

  /** The field of a path: the whole field for an entry of a list, or the last name of a group. */
  private placed(
    { entry, partsOfEntry }: { entry: string; partsOfEntry: Record<string, string> },
    path: readonly PropertyKey[],
    why: string,
  ): readonly [string, string] {
    const parts = path.map(String);
    const [first = ""] = parts;
    const at = parts.findIndex((part) => /^\d+$/.test(part));
    const part = partsOfEntry[parts[at + 1] ?? ""];
    const where = [`${entry} ${Number(parts[at]) + 1}`, ...(part === undefined ? [] : [part])];
    const said = at < 0 ? why : `${where.join(", ")}: ${why}`;
    if (this.data.has(first)) return [first, said];
    return [parts.findLast((one) => !/^\d+$/.test(one)) ?? "", said];
  }
}

/**
 * `content` is the number of bytes of text that a large form may hold; `file` is the number of bytes of
 * a whole form with a file.
 */
export async function readForm(
  c: Context<Rampart, string>,
  content?: number,
  file?: number,
): Promise<FormState> {
  const form = new FormState(await readSent(c, content, file));
  await claimOnce(c, form.value("once"));
  return form;
}

/** The fields of a form that the reader has sent. */
export async function readSent(
  c: Context<Rampart, string>,
  content?: number,
  file?: number,
): Promise<URLSearchParams> {
  const sent = c.get("sent") ?? (await readFields(c, content, file));
  const refused = refuseOther(sent, c.get("who"));
  if (refused !== undefined) throw new Problem(refused);
  return sent;
}

/** Reads the body. It can be read only once, so its fields are kept with the request. */
async function readFields(
  c: Context<Rampart, string>,
  content: number | undefined,
  file = content ?? MAX_FORM_BYTES,
): Promise<URLSearchParams> {
  const type = c.req.header("content-type") ?? "";
  const sent = MULTIPART.test(type)
    ? await readMultipart(c, file)
    : await readUrlEncoded(c, type, content);
  c.set("sent", sent);
  return sent;
}

async function readUrlEncoded(
  c: Context<Rampart, string>,
  type: string,
  content: number | undefined,
): Promise<URLSearchParams> {
  const maxBytes = content === undefined ? MAX_FORM_BYTES : CHARACTERS_PER_BYTE * content;
  if (!FORM_TYPE.test(type)) {
    throw new Problem(refuse(415, "unsupported_media_type", "This takes a form."));
  }
  const text = new TextDecoder().decode(await readBytes(c, maxBytes));
  return new URLSearchParams(text.replaceAll(LINE_END, "%0A"));
}

function filled(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** What a refusal says about the one field that its message names; empty if it names none. */
function predicateOf({ message }: Refusal): string {
  return /^"\w+" (.+)\.$/.exec(message)?.[1] ?? "";
}
