import type { listTokens } from "../../access/credential-store.ts";
import { Moment, Table } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { teamWords } from "./words.ts";

interface TokensProps {
  view: View;
  tokens: Awaited<ReturnType<typeof listTokens>>["items"];
}

/** The newest tokens of a person, which end when the person is removed. */
export function TokenPart({ view, tokens }: TokensProps) {
  const words = teamWords(view);
  if (tokens.length === 0) return null;
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{words.tokens}</h2>
      <Table label={words.tokens} columns={[words.name, words.since, words.until]}>
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
          </tr>
        ))}
      </Table>
    </section>
  );
}
