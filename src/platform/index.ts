export { addColumn } from "./add-column.ts";
export { ageOf } from "./age-of.ts";
export { AlarmClock } from "./alarm-clock.ts";
export { among } from "./among.ts";
export { readClientCertificate, type PresentedCertificate } from "./client-certificate.ts";
export { database, type Database } from "./database.ts";
export { countArriving } from "./count-arriving.ts";
export { databaseBytes, MAX_DATABASE_BYTES } from "./database-size.ts";
export { changedAt, differs } from "./differs.ts";
export {
  deleteInRounds,
  deleteOldest,
  deleteOnward,
  deleteSome,
  someOf,
} from "./delete-in-rounds.ts";
export { keepNear, recallNear, type EdgeCache } from "./edge-cache.ts";
export type { Rampart } from "./env.ts";
export { emptyObject } from "./empty-object.ts";
export { ERASED_KINDS, eraseFiles, eraseRows, type Eraser, type ErasureSite } from "./eraser.ts";
export { given } from "./given.ts";
export { groupsOf } from "./groups-of.ts";
export { HeldText } from "./held-text.ts";
export { holdRoom, letGo, ROOM_BYTES, type Held, type LetGo } from "./hold-room.ts";
export { isLonger } from "./is-longer.ts";
export { base62Of, randomBase62, timeOfUuidv7, uuidv7 } from "./ids.ts";
export { discardBody } from "./discard-body.ts";
export type { Log, LogLine } from "./log.ts";
export { AddressList, isAddressOrBlock, networkOf } from "./outbound/address-list.ts";
export { checkAddress, recheckAddress } from "./outbound/check-address.ts";
export { isException, isMisconfigured } from "./outbound/allowed-exceptions.ts";
export { faultOfHost, refuseMisconfigured } from "./outbound/check-url.ts";
export { keptAt } from "./kept-at.ts";
export { listFiles, pagesOfFiles } from "./list-files.ts";
export { listRuns, recordRun, type JobRun } from "./job-runs.ts";
export { JOB_SCHEDULE, type Cron, type JobName } from "./job-schedule.ts";
export { moveToFiles, type Ledger } from "./move-to-files.ts";
export { mentions, mentionsIn } from "./mentions.ts";
export { needSecret } from "./need-secret.ts";
export { livePlatform, type Platform } from "./platform.ts";
export { countRows, selectPage } from "./select-page.ts";
export { rawSignature } from "./ecdsa-signature.ts";
export { BrokenSetting, readAddress, readSetting } from "./read-setting.ts";
export { lighten, remember } from "./remember.ts";
export { ringWithin } from "./ring-within.ts";
export { runTogether, type Statement } from "./run-together.ts";
export { seldom, TELL_AFTER_MS } from "./seldom.ts";
export { selectOf } from "./select-of.ts";
export { successShare, USUAL_SHARE } from "./success-share.ts";
export { SEND_WITHIN_MS, sendInTime } from "./send-in-time.ts";
export { shareReadiness } from "./share-readiness.ts";
export { sha256 } from "./sha256.ts";
export { SharedWork } from "./shared-work.ts";
export { ShortMemory } from "./short-memory.ts";
export {
  surroundingsOf,
  type Outlive,
  type RequestSurroundings,
  type Surroundings,
} from "./surroundings.ts";
export { once } from "./once.ts";
export {
  crc32,
  createHash,
  createHmac,
  gunzipPieces,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  randomBytes,
  timingSafeEqual,
} from "./node-builtins.ts";
export { DAY_MS, HOUR_MS, MINUTE_MS } from "./spans.ts";
export { dayOf, hourOf, minuteOf, monthOf, timeOf } from "./time-of.ts";
export { tryEach } from "./try-each.ts";
export { LATE, withinTime } from "./within-time.ts";
export { isTooSoon, writeInTurn, writeUnlessWritten } from "./write-in-turn.ts";
