export { acceptInvite } from "./accept-invite.ts";
export { invitePerson } from "./invite-person.ts";
export { endSession, recallSession, type SignedIn } from "./session.ts";
