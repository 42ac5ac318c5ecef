import type { Context } from "hono";
import { reaches } from "../../access/claim-tenant.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { takeFlash, type FlashName } from "./flash.ts";
import { languageOf, type Language } from "./language.ts";
import { pagePath } from "./page-path.ts";
import { queryOf } from "./with-query.ts";

declare module "hono" {
  interface ContextVariableMap {
    who: SignedIn | undefined;
    view: View | undefined;
  }
}

const TENANT_PATH = /^\/portal\/t\/([^/]+)/;

/** What every page needs to know about its reader. */
export interface View {
  language: Language;
  /** The page and its query, to return to. */
  path: string;
  /**
   * The page answers a form: if it were opened again, it would not show what was typed, or what is
   * shown once.
   */
  isAnswer: boolean;
  who: SignedIn | undefined;
  /** The tenant of the page; undefined if the reader may not reach it. */
  tenantId: string | undefined;
  flash: FlashName | undefined;
  /** Notes an error code for the log line, if a form is shown again. */
  note: (error: string) => void;
}

/** The view of the request, made once, because a waiting message is cleared when it is read. */
export function viewOf(c: Context<Rampart>): View {
  const made = c.get("view");
  if (made !== undefined) return made;
  const who = c.get("who");
  const named = TENANT_PATH.exec(new URL(c.req.url).pathname)?.[1];
  const view = {
    language: languageOf(c),
    path: pagePath(c),
    isAnswer: c.req.method === "POST",
    who,
    tenantId: named !== undefined && who && reaches(who.reach, named) ? named : undefined,
    flash: takeFlash(c),
    note: (error: string) => {
      c.get("call").about.error = error;
    },
  };
  c.set("view", view);
  return view;
}

/** The query of the reader's page, with its `?`. */
export function searchOf({ path }: View): string {
  return queryOf(path);
}

/** The reader of a page that only signed-in people may open. */
export function readerOf(c: Context<Rampart>): SignedIn {
  const who = c.get("who");
  if (who === undefined) throw new Error("a page without a rule asked for its reader");
  return { ...who, requestId: c.get("call").id };
}
