import { sql, type SQL } from "drizzle-orm";
import type { Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { TOKEN_SUBJECT, type Person } from "./principal.ts";
import { invalidBearer } from "./refusals.ts";
import { tokenEnd } from "./token-end.ts";

type Maker = Pick<Person, "subject" | "personId" | "startedAt" | "vouchedAt">;

/**
 * Whether the token or session that asks has ended, or its person was removed, or withdrawn since the
 * provider's token was issued. It is part of the statement that makes a credential: otherwise a
 * credential made just after that end would stay valid.
 */
export function hasEnded({ subject, personId, startedAt, vouchedAt }: Maker): SQL {
  const maker = subject.startsWith(TOKEN_SUBJECT) ? subject.slice(TOKEN_SUBJECT.length) : null;
  return sql`(exists (select 1 from access_tokens
      where id = ${maker} and ${tokenEnd} is not null)
    or exists (select 1 from people ended
      where ended.id = ${personId ?? null}
        and (ended.disabled_at is not null or ended.withdrawn_at >= ${vouchedAt ?? null}))
    or exists (select 1 from sessions where person_id = ${personId ?? null}
      and created_at = ${startedAt ?? null} and ended_at is not null))`;
}

/** The same as a statement of its own, to say why nothing was made. */
export function endStatement(db: Database, maker: Maker) {
  return db.select({ ended: sql<number>`${hasEnded(maker)}` }).from(sql`(select 1)`);
}

/**
 * Refuses if the maker has ended. Asked apart from the making statement: to say why it made nothing,
 * or after something was made in an object.
 */
export async function refuseIfEnded(db: Database, maker: Maker): Promise<Refusal | undefined> {
  return refuseEnded(await endStatement(db, maker));
}

/** Refuses by what `endStatement` found. */
export function refuseEnded([found]: readonly { ended: number }[]): Refusal | undefined {
  return found?.ended === 1 ? invalidBearer() : undefined;
}
