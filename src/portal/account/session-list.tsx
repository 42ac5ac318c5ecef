import { MAX_SESSIONS_LISTED, type OpenSession } from "../../access/sessions/index.ts";
import { timeOf } from "../../platform/index.ts";
import { Badge, Moment, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayTime } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { accountWords } from "./words.ts";

interface SessionListProps {
  view: View;
  sessions: OpenSession[];
}

/** Where the reader is signed in, newest first. */
export function SessionList({ view, sessions }: SessionListProps) {
  const words = accountWords[view.language];
  const columns = [words.began, words.seen, words.confirmed, words.end];
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      <Table label={words.sessions} columns={columns}>
        {sessions.map((session) => (
          <SessionLine view={view} session={session} />
        ))}
      </Table>
      {sessions.length < MAX_SESSIONS_LISTED ? null : (
        <p class="soft">{words.newest(MAX_SESSIONS_LISTED)}</p>
      )}
      {sessions.some(({ isThis }) => !isThis) ? (
        <PostForm view={view} action="/portal/account/sessions/end-others">
          <button type="submit">{words.endOthers}</button>
        </PostForm>
      ) : null}
    </section>
  );
}

function SessionLine({ view, session }: { view: View; session: OpenSession }) {
  const words = accountWords[view.language];
  const { id, startedAt, seenAt, provenAt, isThis } = session;
  const label = words.endOf(sayTime(timeOf(startedAt)));
  return (
    <tr>
      <th scope="row">
        <Moment view={view} at={startedAt} />
      </th>
      <td>
        <Moment view={view} at={seenAt} />
      </td>
      <td>
        <Moment view={view} at={provenAt} />
      </td>
      <td>
        {isThis ? (
          <Badge tone="good">{words.thisOne}</Badge>
        ) : (
          <PostForm view={view} action={`/portal/account/sessions/${id}/end`}>
            <button type="submit" aria-label={label}>
              {words.end}
            </button>
          </PostForm>
        )}
      </td>
    </tr>
  );
}
