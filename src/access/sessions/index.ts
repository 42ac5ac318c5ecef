export { acceptInvite } from "./accept-invite.ts";
export { admitOidcPerson, type VouchedFor } from "./admit-oidc-person.ts";
export { changeRole } from "./change-role.ts";
export { findColleague, isOfProvider, refuseDecision } from "./find-colleague.ts";
export { invitePerson } from "./invite-person.ts";
export { listPeople, type Member } from "./list-people.ts";
export {
  endColleaguesSession,
  endOneSession,
  endOtherSessions,
  listSessions,
  MAX_SESSIONS_LISTED,
  type OpenSession,
} from "./own-sessions.ts";
export { recoverPerson } from "./recover-person.ts";
export { removeOperator } from "./remove-operator.ts";
export { removePerson } from "./remove-person.ts";
export { endSession, proveSession, recallSession, type SignedIn } from "./session.ts";
export { startByPasskey, startSession } from "./start-session.ts";
export { claimForm, endForm, isFormDone, releaseForm } from "./claim-form.ts";
export { keepMaker, nameFrom, OF_PROVIDER } from "./keep-oidc-person.ts";
