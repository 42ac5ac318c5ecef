import type { listTokens } from "../../access/credential-store.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { Moment, Table } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { teamWords } from "./words.ts";

interface TokensProps {
  view: View;
  tokens: Awaited<ReturnType<typeof listTokens>>["items"];
  /** The page of the person. */
  path: string;
  now: number;
}

/** The newest tokens of a person, which end when the person is removed. */
export function TokenPart({ view, tokens, path, now }: TokensProps) {
  const words = teamWords(view);
  if (tokens.length === 0) return null;
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{words.tokens}</h2>
      <Table label={words.tokens} columns={[words.name, words.made, words.until, words.revoke]}>
        {tokens.map(({ id, name, createdAt, revokedAt, expiresAt }) => (
          <tr>
            <th scope="row">
              {sayName(name)}
              <small class="below">
                <code>{id}</code>
              </small>
            </th>
            <td>
              <Moment view={view} at={createdAt} />
            </td>
            <td>
              <Moment view={view} at={revokedAt ?? expiresAt} />
            </td>
            <td>
              {revokedAt === null && expiresAt > now ? (
                <AskFirst
                  view={view}
                  action={`${path}/tokens/${id}/revoke`}
                  label={words.revoke}
                  name={sayName(name)}
                  text={words.revokeText}
                />
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
