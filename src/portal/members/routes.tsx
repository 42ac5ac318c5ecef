import { Hono, type Context } from "hono";
import * as z from "zod";
import {
  changeRole,
  endColleaguesSession,
  findColleague,
  invitePerson,
  listPeople,
  listSessions,
  recoverPerson,
  removeOperator,
  removePerson,
} from "../../access/sessions/index.ts";
import { listTokens } from "../../access/credential-store.ts";
import { revokeCredential } from "../../access/revoke-credential.ts";
import { ROLES } from "../../access/permissions.ts";
import type { Reach } from "../../access/principal.ts";
import { isRefusal, settle, type Refusal } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { refuseWayIn } from "../../tenants/refuse-closed.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import { MAX_NAME } from "../../tenants/shared-schemas.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf, ownDeskOf } from "../frame/desk.ts";
import { redirectWith, type FlashName } from "../frame/flash.ts";
import { FormState, readForm } from "../frame/form.ts";
import { Pager, Section } from "../frame/parts.tsx";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { redirectBack } from "../frame/redirect-back.ts";
import { readSessionCookie } from "../session/session-cookie.ts";
import { TokenTable } from "../account/token-table.tsx";
import { LinkPage, MemberPage, membersPath, MembersPage } from "./member-pages.tsx";
import { teamWords } from "./words.ts";

const invitation = z.object({ name: z.string().trim().min(1).max(MAX_NAME), role: z.enum(ROLES) });
const roleChange = invitation.pick({ role: true });

type PageContext = Context<Rampart, string>;
type TeamDesk = ReturnType<typeof teamDeskOf>;

const endSession = ending("sessionsEnded", ({ db, who, now, team, personId }, sessionId) =>
  endColleaguesSession(db, who, { team, personId, sessionId }, now),
);
/** Only what the person's page lists, whatever else the reader reaches. */
const revokeToken = ending("revoked", async ({ db, who, now, team, personId }, id) => {
  const colleague = await findColleague(db, who, team, personId);
  if (isRefusal(colleague)) return colleague;
  const listed = { reach: reachOf(team), personId };
  return revokeCredential(db, who, { kind: "token", id, listed }, now);
});

/** The pages of a tenant's people, and of the operators, who belong to no tenant. */
export const memberRoutes = new Hono<Rampart>();

for (const list of ["/portal/t/:tenantId/members", "/portal/operators"]) {
  memberRoutes.get(list, async (c) => c.html(await members(c, new FormState())));
  memberRoutes.post(`${list}/invite`, invite);
  memberRoutes.get(`${list}/:personId`, async (c) => c.html(await member(c)));
  memberRoutes.post(`${list}/:personId/role`, change);
  memberRoutes.post(`${list}/:personId/remove`, remove);
  memberRoutes.post(`${list}/:personId/recover`, recover);
  memberRoutes.post(`${list}/:personId/sessions/:heldId/end`, endSession);
  memberRoutes.post(`${list}/:personId/tokens/:heldId/revoke`, revokeToken);
}

async function invite(c: PageContext) {
  const { view, who, team, db, now } = teamDeskOf(c);
  const form = await readForm(c);
  const order = invitation.safeParse({ name: form.value("name"), role: form.value("role") });
  const { done, refused } = await carryOut(view, form, order, async (person) =>
    team === null
      ? invitePerson(db, who, person, now)
      : ((await refuseNew(db, team, refuseWayIn(who))) ??
        invitePerson(db, who, { ...person, tenants: [team] }, now)),
  );
  if (refused) return c.html(await members(c, refused), refused.status);
  const name = form.value("name").trim();
  return c.html(<LinkPage view={view} name={name} link={linkOf(c, done.code)} />, 201);
}

async function change(c: PageContext) {
  const { view, who, db, now, ...person } = teamDeskOf(c);
  const form = await readForm(c);
  const order = roleChange.safeParse({ role: form.value("role") });
  const { role } = settle(await findColleague(db, who, person.team, person.personId));
  const { refused } = await carryOut(
    view,
    form,
    order,
    async (change) => toldHere(await changeRole(db, who, { ...person, ...change }, now)),
    { now: fillRoleForm(role) },
  );
  if (refused) return c.html(await member(c, () => refused), refused.status);
  return redirectWith(c, "saved", membersPath(view));
}

async function remove(c: PageContext) {
  await readForm(c);
  const { view, who, db, now, team, personId } = teamDeskOf(c);
  const outcome = toldHere(
    team === null
      ? await removeOperator(db, who, personId, now)
      : await removePerson(db, who, { tenantId: team, personId }, now),
  );
  if (!isRefusal(outcome)) return redirectWith(c, "deleted", membersPath(view));
  return c.html(await member(c, (kept) => kept.refused(view, outcome)), outcome.status);
}

async function recover(c: PageContext) {
  await readForm(c);
  const { view, who, db, now, team, personId } = teamDeskOf(c);
  const { name } = settle(await findColleague(db, who, team, personId));
  const made = settle(await recoverPerson(db, who, { team, personId }, now));
  if (made === null) return redirectWith(c, "sessionsEnded", membersPath(view));
  return c.html(<LinkPage view={view} name={name} link={linkOf(c, made.code)} />, 201);
}

/** The handler of a form that ends something a person holds, and returns to the person's page. */
function ending(
  flash: FlashName,
  end: (desk: TeamDesk, heldId: string) => Promise<void | Refusal>,
) {
  return async (c: PageContext) => {
    await readForm(c);
    const desk = teamDeskOf(c);
    settle<void>(await end(desk, c.req.param("heldId") ?? ""));
    return redirectBack(c, flash);
  };
}

/**
 * Throws a refusal, which has a page of its own, except for a conflict, which the person's page
 * shows.
 */
function toldHere(outcome: void | Refusal): void | Refusal {
  return isRefusal(outcome) && outcome.status !== 409 ? settle<void>(outcome) : outcome;
}

async function members(c: PageContext, form: FormState) {
  const { view, who, team, db, now } = teamDeskOf(c);
  const request = readPage(c);
  const { form: filter } = readFilter(c, ["q"], {});
  const { items, total } = await listPeople(db, team, request, now, filter.given("q"));
  return <MembersPage {...{ view, who, form, filter }} page={pageOf(request, items, total)} />;
}

/** `shown` makes the form from one with the person's present role. */
async function member(c: PageContext, shown = (kept: FormState) => kept) {
  const { view, who, team, db, now, personId } = teamDeskOf(c);
  const { name, role } = settle(await findColleague(db, who, team, personId));
  const form = shown(fillRoleForm(role));
  const secret = readSessionCookie(c) ?? "";
  const sessions = await listSessions(db, { personId, secret }, now);
  const request = readPage(c);
  const { items: tokens, total } = await listTokens(
    db,
    { reach: reachOf(team), personId },
    request,
  );
  const path = `${membersPath(view)}/${personId}`;
  return (
    <MemberPage view={view} person={{ personId, name, sessions }} form={form}>
      {total === 0 ? null : (
        <Section id="tokens" title={teamWords(view).tokens}>
          <TokenTable {...{ view, tokens, now }} path={`${path}/tokens`} />
          <Pager view={view} page={pageOf(request, tokens, total)} />
        </Section>
      )}
    </MemberPage>
  );
}

/** What the tokens on a page of the team may touch. */
function reachOf(team: string | null): Reach {
  return team === null ? "all" : [team];
}

/** What a page about a person works with: the team is null for operators. */
function teamDeskOf(c: PageContext) {
  const personId = c.req.param("personId") ?? "";
  if (c.req.param("tenantId") !== undefined) {
    const { tenantId: team, ...desk } = deskOf(c);
    return { ...desk, team, personId };
  }
  return { ...ownDeskOf(c), team: null, personId };
}

function fillRoleForm(role: string): FormState {
  return new FormState({ role }).opened();
}

function linkOf(c: Context, code: string): string {
  return new URL(`/portal/sign-in/${code}`, c.req.url).href;
}
