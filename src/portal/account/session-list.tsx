import type { PropsWithChildren } from "hono/jsx";
import { MAX_SESSIONS_LISTED, type OpenSession } from "../../access/sessions/index.ts";
import { timeOf } from "../../platform/index.ts";
import { Badge, Moment, MomentCell, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayTime } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { accountWords } from "./words.ts";

interface SessionListProps {
  view: View;
  sessions: OpenSession[];
  /** The path of the person's page. */
  path: string;
}

/** The sessions of a person, newest first. */
export function SessionList(props: PropsWithChildren<SessionListProps>) {
  const { view, sessions, path, children } = props;
  const words = accountWords[view.language];
  const columns = [words.began, words.seen, words.confirmed, words.end];
  return (
    <Section id="sessions" title={words.sessions}>
      <Table label={words.sessions} columns={columns}>
        {sessions.map((session) => (
          <SessionLine view={view} session={session} path={path} />
        ))}
      </Table>
      {sessions.length < MAX_SESSIONS_LISTED ? null : (
        <p class="soft">{words.newest(MAX_SESSIONS_LISTED)}</p>
      )}
      {children}
    </Section>
  );
}

type LineProps = Pick<SessionListProps, "view" | "path"> & { session: OpenSession };

function SessionLine({ view, session, path }: LineProps) {
  const words = accountWords[view.language];
  const { id, startedAt, seenAt, provenAt, isThis } = session;
  const label = words.endOf(sayTime(timeOf(startedAt)));
  return (
    <tr>
      <th scope="row">
        <Moment view={view} at={startedAt} />
      </th>
      <MomentCell view={view} at={seenAt} />
      <MomentCell view={view} at={provenAt} />
      <td>
        {isThis ? (
          <Badge tone="good">{words.thisOne}</Badge>
        ) : (
          <PostForm view={view} action={`${path}/sessions/${id}/end`}>
            <button type="submit" aria-label={label}>
              {words.end}
            </button>
          </PostForm>
        )}
      </td>
    </tr>
  );
}
