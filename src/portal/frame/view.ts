import type { Context } from "hono";
import { reaches } from "../../access/claim-tenant.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { takeFlash, type FlashName } from "./flash.ts";
import { languageOf, type Language } from "./language.ts";
import { pagePath } from "./page-path.ts";

/** The Hono environment of every page; the gate has said who reads. */
export type PortalEnv = Rampart;

declare module "hono" {
  interface ContextVariableMap {
    who: SignedIn | undefined;
    view: View | undefined;
  }
}

const TENANT_PATH = /^\/portal\/t\/([^/]+)/;

/** What every page needs to know of its reader. */
export interface View {
  language: Language;
  /** The page and its query, to come back to. */
  path: string;
  /** It answers a form: opened anew it would not show what was typed, or what is shown once. */
  isAnswer: boolean;
  who: SignedIn | undefined;
  /** The tenant that the page is about; undefined where its reader does not reach it. */
  tenantId: string | undefined;
  flash: FlashName | undefined;
  /** For the log line: the code of what a page is shown again for. */
  note: (error: string) => void;
}

/** Made once a request, because a message that waits is taken with it. */
export function viewOf(c: Context<PortalEnv>): View {
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

/** The query of the reader's page, for what a form of a list leads back to. */
export function searchOf({ path }: View): string {
  const [, search] = path.split("?", 2);
  return search === undefined ? "" : `?${search}`;
}

/** The reader of a page that the table gives to signed-in people only. */
export function readerOf(c: Context<PortalEnv>): SignedIn {
  const who = c.get("who");
  if (who === undefined) throw new Error("a page without a rule asked for its reader");
  return { ...who, requestId: c.get("call").id };
}
