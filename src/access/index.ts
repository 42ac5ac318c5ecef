export { readAuditCursor } from "./audit-cursor.ts";
export { AuditBook } from "./audit-book.ts";
export {
  auditEach,
  auditIfChanged,
  auditIfDiffers,
  auditStatement,
  auditStatementIf,
  doneBy,
  recordAudit,
  type AuditEntry,
  type AuditLine,
  type EntryOfChange,
} from "./audit.ts";
export {
  claimTenant,
  claimedBySystem,
  claimTenantInPath,
  onlyTenant,
  reaches,
  TENANT_ID,
  type TenantId,
} from "./claim-tenant.ts";
export {
  CHECK_LENGTH,
  checksumOf,
  mintCredential,
  presumedId,
  readCredential,
  sameHash,
} from "./credential.ts";
export { stateOf, type CredentialState } from "./credential-state.ts";
export { erasedAmong, erasureStatement } from "./erased-tenants.ts";
export { findGiver } from "./find-giver.ts";
export {
  findMentioned,
  hasWhole,
  isMentioned,
  MOST_FOUND,
  MOST_MENTIONED,
  readMentions,
  type Mentioned,
} from "./find-mentioned.ts";
export { guard, noteCaller } from "./guard.ts";
export { endStatement, hasEnded, refuseEnded, refuseIfEnded } from "./has-ended.ts";
export { identifyPerson } from "./identify-person.ts";
export { identifyService, recallService } from "./identify-service.ts";
export { issueServiceKey, type IssuedServiceKey } from "./issue-service-key.ts";
export { issueToken, type IssuedToken } from "./issue-token.ts";
export { listAudit, type AuditFilter } from "./list-audit.ts";
export { lineOf, listServiceKeys, listTokens } from "./credential-store.ts";
export {
  PERMISSION_TO_GRANT,
  PERMISSIONS,
  PERMISSIONS_OF,
  ROLES,
  SERVICE_OPERATIONS,
  type Permission,
  type Role,
  type ServiceOperation,
} from "./permissions.ts";
export { beginSignIn, finishSignIn, offeredIssuers } from "./oidc/index.ts";
export { oidcIssuers } from "./oidc/issuers.ts";
export {
  addPasskey,
  askPasskey,
  checkPasskey,
  isProven,
  listPasskeys,
  mayAddPasskey,
  offerPasskey,
  removePasskey,
  type PasskeyRow,
} from "./passkeys/index.ts";
export { mayStill } from "./may-still.ts";
export { mentionsKey } from "./mentions-key.ts";
export { spendChallenge } from "./passkeys/challenge.ts";
export { doerOf, personOf } from "./person-of.ts";
export { lastLine, readTrailSince, undoneSince } from "./read-trail-since.ts";
export { recallTenant } from "./recall-tenant.ts";
export {
  isPerson,
  SERVICE_SUBJECT,
  type Agent,
  type Doer,
  type Person,
  type Principal,
  type Reach,
} from "./principal.ts";
export {
  certificateRequired,
  invalidBearer,
  missingPermission,
  noSuchTenant,
  onlyForOperators,
} from "./refusals.ts";
export { namePeople, nameServiceKeys, nameTokens } from "./name-callers.ts";
export { nameRows, type Named, type Names } from "./name-rows.ts";
export { refusePast } from "./refuse-past.ts";
export { isSamePerson, mayBeSamePerson, personBehind } from "./same-person.ts";
export { revokeCredential } from "./revoke-credential.ts";
export { ROUTES, type RouteTable } from "./route-table.ts";
export {
  acceptInvite,
  admitOidcPerson,
  claimForm,
  endColleaguesSession,
  endForm,
  endOneSession,
  endOtherSessions,
  endSession,
  changeRole,
  findColleague,
  isFormDone,
  isOfProvider,
  invitePerson,
  listPeople,
  listSessions,
  MAX_SESSIONS_LISTED,
  recallSession,
  proveSession,
  recoverPerson,
  releaseForm,
  refuseDecision,
  removeOperator,
  removePerson,
  startByPasskey,
  startSession,
  type Member,
  type OpenSession,
  type SignedIn,
} from "./sessions/index.ts";
export { tenantErasures } from "./tables.ts";
export { tenantInPath } from "./tenant-in-request.ts";
export { traceCrossTenant } from "./trace-cross-tenant.ts";
export { byAddress, throttleFailures } from "./throttle-failures.ts";
