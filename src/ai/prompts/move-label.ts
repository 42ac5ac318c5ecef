import { doneBy } from "../../access/audit.ts";
import { lineOf } from "../../access/credential-store.ts";
import type { Person } from "../../access/principal.ts";
import { mayBeSamePerson, personBehind } from "../../access/same-person.ts";
import { isRefusal, noSuch, refuse, type Refusal } from "../../http/index.ts";
import { uuidv7, type Database } from "../../platform/index.ts";
import { refuseErased } from "../../tenants/refuse-erased.ts";
import { BUILTIN } from "./builtin.ts";
import { evaluatedAs } from "./evaluation-store.ts";
import { byNumber, forgetLabels, nameOf, noSuchVersion } from "./find-prompt.ts";
import {
  MAX_LABELS,
  decideMove,
  findLabel,
  findMove,
  insertMove,
  moveFreely,
  type MoveRow,
} from "./move-store.ts";
import type { Move } from "./version-schemas.ts";
import { EVERYBODY, LATEST, PRODUCTION } from "./well-known.ts";

export interface Mover {
  db: Database;
  by: Person;
  /** The tenant's id, or `*`. */
  owner: string;
  now: number;
}

/** Puts versions behind a label: at once, or if it is protected, after a second person has agreed. */
export async function moveLabel(
  mover: Mover,
  label: string,
  { name, versions, ...order }: Move,
): Promise<MoveRow | Refusal> {
  const { db, by, owner, now } = mover;
  if (label === LATEST) {
    return refuse(400, "reserved_label", `"${LATEST}" always names the newest version.`, {
      details: [{ path: "label", message: "always names the newest version" }],
    });
  }
  const current = await findLabel(db, { owner, name, label });
  const request: MoveRow = {
    id: uuidv7(now),
    owner,
    name,
    label,
    versions,
    protected: order.protected ?? current?.protected ?? false,
    state: current?.protected === true ? "pending" : "applied",
    requestedBy: by.subject,
    requestedAt: now,
    decidedBy: null,
    decidedAt: null,
    personId: personBehind(by),
  };
  const refused = await check(mover, request);
  if (refused !== undefined) return refused;
  if (request.state === "pending") {
    await insertMove(db, request, traceOf(mover, request, "ai.prompt.move_requested"));
    return request;
  }
  return applyAtOnce(mover, { ...request, decidedBy: by.subject, decidedAt: now });
}

async function applyAtOnce(mover: Mover, move: MoveRow): Promise<MoveRow | Refusal> {
  const { db, owner } = mover;
  const { name, label } = move;
  const moved = await moveFreely(db, move, traceOf(mover, move, "ai.prompt.label_moved"));
  if (!moved && (await findLabel(db, { owner, name, label })) === undefined) {
    return refuse(409, "too_many_labels", `There may be at most ${MAX_LABELS} labels.`);
  }
  if (!moved) return refuse(409, "label_protected", "Somebody protected this label just now.");
  forgetLabels(owner, name);
  return move;
}

/** Applies or rejects a move of a protected label, as the second person decides. */
export async function decideOnMove(
  mover: Mover,
  id: string,
  state: "applied" | "rejected",
): Promise<MoveRow | Refusal> {
  const { db, by, owner, now } = mover;
  const move = await findMove(db, owner, id);
  if (move === undefined) return noSuch("move");
  if (move.state === state) return move;
  if (move.state !== "pending") return alreadyDecided();
  if (state === "applied" && isOwnMove(by, await withLine(db, move))) {
    return refuse(403, "second_person_needed", "Somebody else has to agree to this move.");
  }
  const refused = state === "applied" ? await check(mover, move) : undefined;
  if (isRefusal(refused)) return refused;
  const decided = { ...move, state, decidedBy: by.subject, decidedAt: now };
  const action = state === "applied" ? "ai.prompt.label_moved" : "ai.prompt.move_rejected";
  const isFirst = await decideMove(db, decided, traceOf(mover, move, action));
  // If two decisions arrive at the same time, the second is answered as if it had come later.
  if (!isFirst) return decideOnMove(mover, id, state);
  forgetLabels(owner, move.name);
  return decided;
}

/** Moves lack the line of their token if they were asked for before it was kept. */
async function withLine(db: Database, move: MoveRow): Promise<MoveRow> {
  return { ...move, personId: move.personId ?? (await lineOf(db, move.requestedBy)) };
}

/** Whether this person asked for the move, with any of their credentials. */
export function isOwnMove(by: Person, { requestedBy: subject, personId }: MoveRow): boolean {
  return mayBeSamePerson(by, { subject, personId });
}

/** Checks that the versions exist, and for `production` that they passed their evaluation. */
async function check(mover: Mover, move: MoveRow): Promise<Refusal | undefined> {
  const { db, owner } = mover;
  const { name, label, versions } = move;
  const erased = await refuseErased(db, owner);
  if (erased !== undefined) return erased;
  for (const { version } of versions) {
    const prompt = await byNumber(db, mover, name, version);
    const which = nameOf({ name, version });
    if (prompt === undefined) return noSuchVersion(which, "versions");
    if (label !== PRODUCTION || prompt.owner === BUILTIN) continue;
    if ((await evaluatedAs(db, prompt, owner)) !== "passed") {
      return refuse(
        409,
        "not_evaluated",
        `${which} was not evaluated, or did not pass the last time.`,
      );
    }
  }
  return undefined;
}

function traceOf(
  { by, owner, now }: Mover,
  { name, label, versions, id }: MoveRow,
  action: string,
) {
  const tenantId = owner === EVERYBODY ? null : owner;
  const detail = { moveId: id, versions };
  return { at: now, ...doneBy(by), action, tenantId, target: `${name}@${label}`, detail };
}

function alreadyDecided(): Refusal {
  return refuse(409, "already_decided", "This move was decided on before.");
}
