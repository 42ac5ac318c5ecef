import type { Context } from "hono";
import type * as z from "zod";
import { isRefusal, Problem, readBytes, refuse, type Refusal } from "../../http/index.ts";
import type { View } from "./view.ts";
import { sayRefusal } from "./say-refusal.ts";
import { frameWords } from "./words.ts";

const MAX_FORM_BYTES = 64 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:;|$)/i;

/** What stands in a form: as it was sent, or as it is first shown. */
export class FormState {
  readonly fault: string | undefined;
  private readonly data: URLSearchParams;
  private readonly faults: ReadonlySet<string>;

  constructor(
    data: URLSearchParams | Record<string, string> = {},
    fault?: string,
    faults: readonly string[] = [],
  ) {
    this.data = new URLSearchParams(data);
    this.fault = fault;
    this.faults = new Set(faults);
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

  wrong(name: string): boolean {
    return this.faults.has(name);
  }

  /** The same form, marked with what a schema or a rule found wrong. */
  refused(view: View, why: z.ZodError | Refusal): FormState {
    const words = frameWords[view.language];
    if (!isRefusal(why)) {
      const names = why.issues.map(({ path }) => String(path[0] ?? ""));
      return new FormState(this.data, words.checkForm, names);
    }
    const names = (why.details ?? []).map(({ path }) => path.split(".")[0] ?? "");
    return new FormState(this.data, sayRefusal(view.language, why), names);
  }
}

export async function readForm(c: Context, maxBytes = MAX_FORM_BYTES): Promise<FormState> {
  if (!FORM_TYPE.test(c.req.header("content-type") ?? "")) {
    throw new Problem(refuse(415, "unsupported_media_type", "This takes a form."));
  }
  const text = new TextDecoder().decode(await readBytes(c, maxBytes));
  return new FormState(new URLSearchParams(text));
}
