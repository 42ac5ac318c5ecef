import type { Context } from "hono";
import type * as z from "zod";
import { isRefusal, Problem, readBytes, refuse, type Refusal } from "../../http/index.ts";
import { createHash } from "../../platform/index.ts";
import type { PortalEnv, View } from "./view.ts";
import { sayIssue } from "./say-issue.ts";
import { sayDetail } from "./say-detail.ts";
import { sayRefusal } from "./say-refusal.ts";
import { claimOnce } from "./send-once.ts";
import { frameWords } from "./words.ts";

const MAX_FORM_BYTES = 64 * 1024;
/** A form writes a byte as up to three characters. */
const CHARACTERS_PER_BYTE = 3;
/** As a browser sends the end of a line, which is one character to whoever typed it. */
const LINE_END = /%0D%0A/gi;
/** Shown of one field. */
const MAX_FAULTS = 20;
/** The field of the mark, see refuse-changed.tsx. */
export const OPENED = "opened";
const STALE = 412;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:;|$)/i;

declare module "hono" {
  interface ContextVariableMap {
    sent: URLSearchParams | undefined;
  }
}

/** What stands in a form: as it was sent, or as it is first shown. */
export class FormState {
  readonly fault: string | undefined;
  /** How a form that somebody else was quicker with says what leads to how it is now. */
  readonly newer: string | undefined;
  private readonly data: URLSearchParams;
  private readonly faults = new Map<string, Set<string>>();

  constructor(
    data: URLSearchParams | Record<string, string> = {},
    fault?: string,
    faults: Iterable<readonly [name: string, why: string]> = [],
    newer?: string,
  ) {
    this.data = new URLSearchParams(data);
    this.fault = fault;
    this.newer = newer;
    for (const [name, why] of faults) this.mark(name, why);
  }

  value(name: string): string {
    return this.data.get(name) ?? "";
  }

  values(name: string): string[] {
    return this.data.getAll(name);
  }

  /** Undefined where nothing was filled in: forms send every field. */
  given(name: string): string | undefined {
    const text = this.value(name).trim();
    return text === "" ? undefined : text;
  }

  /** NaN, which no schema takes, for what is no number. */
  number(name: string): number | undefined {
    const text = this.given(name);
    return text === undefined ? undefined : Number(text);
  }

  lines(name: string): string[] {
    return this.value(name)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
  }

  /** What stands between commas. */
  list(name: string): string[] {
    return this.value(name)
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  }

  /** A time in UTC: `datetime-local` knows no zone, and leaves the seconds out where they are zero. */
  time(name: string): string | undefined {
    const text = this.given(name);
    if (text === undefined) return undefined;
    return /T\d\d:\d\d$/.test(text) ? `${text}:00Z` : `${text}Z`;
  }

  /** Bearing a mark of what stands in it, by which it is told later whether that still holds. */
  opened(): FormState {
    const mark = createHash("sha256").update(this.data.toString()).digest("base64url");
    const data = new URLSearchParams(this.data);
    data.set(OPENED, mark);
    return new FormState(data);
  }

  /** All that is wrong with a field, each said once; a list of lines may have much. */
  wrong(name: string): readonly string[] {
    return [...(this.faults.get(name) ?? [])];
  }

  /**
   * The same form, marked with what a schema or a rule found wrong. `about` is the field that a
   * refusal speaks of without naming it.
   */
  refused({ language, note }: View, why: z.ZodError | Refusal, about = ""): FormState {
    note(isRefusal(why) ? why.error : "invalid_request");
    if (!isRefusal(why)) {
      const faults = why.issues.map((issue) => this.placed(issue.path, sayIssue(language, issue)));
      return new FormState(this.data, frameWords[language].checkForm, faults);
    }
    const unnamed = about === "" ? [] : [{ path: about, message: predicateOf(why) }];
    const faults = (why.details ?? unnamed).map(({ path, message }) =>
      this.placed(path.split("."), sayDetail(language, message)),
    );
    const newer = why.status === STALE ? frameWords[language].seeNow : undefined;
    const isOfFields = why.error === "invalid_request" && faults.length > 0;
    const said = isOfFields ? frameWords[language].checkForm : sayRefusal(language, why);
    return new FormState(this.data, said, faults, newer);
  }

  private mark(name: string, why: string): void {
    const known = this.faults.get(name) ?? new Set();
    if (known.size < MAX_FAULTS) this.faults.set(name, known.add(why));
  }

  /** The field that a path speaks of: a list of lines as a whole, or the last name of a group. */
  private placed(path: readonly PropertyKey[], why: string): readonly [string, string] {
    const parts = path.map(String);
    const [first = ""] = parts;
    const line = parts.find((part) => /^\d+$/.test(part));
    const said = line === undefined ? why : `${Number(line) + 1}: ${why}`;
    if (this.data.has(first)) return [first, said];
    return [parts.findLast((part) => !/^\d+$/.test(part)) ?? "", said];
  }
}

/** `content` is how many bytes of text a large form may bring. */
export async function readForm(
  c: Context<PortalEnv, string>,
  content?: number,
): Promise<FormState> {
  const form = new FormState(await readSent(c, content));
  await claimOnce(c, form.value("once"));
  return form;
}

/** What a form sent; it comes once, so it stays with the request for who asks again. */
export async function readSent(
  c: Context<PortalEnv, string>,
  content?: number,
): Promise<URLSearchParams> {
  const known = c.get("sent");
  if (known !== undefined) return known;
  const maxBytes = content === undefined ? MAX_FORM_BYTES : CHARACTERS_PER_BYTE * content;
  if (!FORM_TYPE.test(c.req.header("content-type") ?? "")) {
    throw new Problem(refuse(415, "unsupported_media_type", "This takes a form."));
  }
  const text = new TextDecoder().decode(await readBytes(c, maxBytes));
  const sent = new URLSearchParams(text.replaceAll(LINE_END, "%0A"));
  c.set("sent", sent);
  return sent;
}

/** What a refusal says of the one field that its message names; nothing where it names none. */
function predicateOf({ message }: Refusal): string {
  return /^"\w+" (.+)\.$/.exec(message)?.[1] ?? "";
}
