import type { listTokens } from "../../access/credential-store.ts";
import type { Page } from "../../http/contract/index.ts";
import type { FormState } from "../frame/form.ts";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { Pager } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { NEW_TOKEN } from "./token-pages.tsx";
import { TokenTable } from "./token-table.tsx";
import { accountWords } from "./words.ts";

interface TokenListProps {
  view: View;
  lead: "tokensLead" | "tenantTokensLead";
  /** The search of the list. */
  form: FormState;
  page: Page<Awaited<ReturnType<typeof listTokens>>["items"][number]>;
  /** The path below which each token has its address. */
  path: string;
  now: number;
}

/** A list of tokens: the reader's own, or those of a tenant. */
export function TokenListPage({ view, lead, form, page, path, now }: TokenListProps) {
  const words = accountWords[view.language];
  return (
    <ListFrame
      view={view}
      title={words.tokens}
      lead={words[lead]}
      create={<Create href={NEW_TOKEN} label={words.makeToken} may />}
      search={{ form, hint: frameWords[view.language].keyHint }}
      none={page.total === 0 ? { title: words.noToken } : undefined}
      pager={<Pager view={view} page={page} />}
    >
      <TokenTable {...{ view, path, now }} tokens={page.items} />
    </ListFrame>
  );
}
