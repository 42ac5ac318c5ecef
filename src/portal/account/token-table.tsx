import type { listTokens } from "../../access/credential-store.ts";
import { isOpen } from "../../access/is-open.ts";
import { CredentialName, RevokeListed } from "../frame/credential-cells.tsx";
import { MomentCell, Table } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { codeWords } from "../codes/words.ts";
import { sayPermission } from "./permission-words.ts";
import { accountWords } from "./words.ts";

interface TokensProps {
  view: View;
  tokens: Awaited<ReturnType<typeof listTokens>>["items"];
  /** The path below which each token has its address. */
  path: string;
  now: number;
}

/** Tokens, of a person or of a tenant. */
export function TokenTable({ view, tokens, path, now }: TokensProps) {
  const words = accountWords[view.language];
  const { revoke } = codeWords[view.language];
  const columns = [words.name, words.permissions, words.made, words.until, revoke];
  return (
    <Table label={words.tokens} columns={columns}>
      {tokens.map(({ id, name, permissions, createdAt, revokedAt, expiresAt }) => (
        <tr>
          <CredentialName id={id}>{sayName(name)}</CredentialName>
          <td class="long">
            {permissions.map((one) => sayPermission(view.language, one)).join(", ")}
          </td>
          <MomentCell view={view} at={createdAt} />
          <MomentCell view={view} at={revokedAt ?? expiresAt} />
          <td>
            {isOpen({ revokedAt, expiresAt }, now) ? (
              <RevokeListed
                {...{ view, path }}
                credential={{ id, name }}
                label={revoke}
                text={words.revokeText}
              />
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}
