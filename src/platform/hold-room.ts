import { NOT_COUNTED_BYTES } from "../http/index.ts";
import { MINUTE_MS } from "./spans.ts";

const MIB = 1024 * 1024;

/** What an isolate reads at once of large bodies: as much as the largest, that of a recording. */
export const ROOM_BYTES = 37.5 * MIB;
/** The same for bodies of up to `SMALL_BYTES`, so that a recording keeps no letter out. */
export const SMALL_ROOM_BYTES = 16 * MIB;
export const SMALL_BYTES = MIB;
/**
 * If the client has gone, a request may never reach its end here, so its bytes are let go after this
 * time.
 */
const LOST_AFTER_MS = 2 * MINUTE_MS;
/** The same for a body that arrives, after its latest bytes. */
const SILENT_MS = MINUTE_MS / 2;

/** Gives room back: so many bytes of it, or all. */
export type LetGo = (bytes?: number) => void;

/** What one body or file holds of its room. */
export interface Held {
  /** Whose it is: a tenant, or all who reach every tenant. */
  readonly holder: string;
  /** Who of them. */
  readonly caller: string;
  /** How often its bytes are held at once. */
  readonly times: number;
  bytes: number;
  until: number;
  room?: Room;
  /** Ends a body that arrives; what has arrived cannot be ended. */
  giveWay?: (() => void) | undefined;
  /** The room was given to another body. */
  isOver?: boolean;
}

interface Room {
  readonly most: number;
  readonly held: Set<Held>;
}

const large: Room = { most: ROOM_BYTES, held: new Set() };
const small: Room = { most: SMALL_ROOM_BYTES, held: new Set() };

/**
 * Takes room for a file at once; the result gives the room back. Undefined if there is no room now.
 * The isolate has 128 MB, and if they run out, the runtime ends every request in it.
 */
export function holdRoom(bytes: number, now: number, holder: string): LetGo | undefined {
  const own: Held = { holder, caller: "", times: 1, bytes: 0, until: 0 };
  return growTo(own, bytes, now) ? (part) => letGo(own, part) : undefined;
}

/** Takes room for what there is of a body by now. False if there is none, or another has it by now. */
export function growTo(own: Held, arrived: number, now: number): boolean {
  if (own.isOver === true) return false;
  if (arrived <= NOT_COUNTED_BYTES) return true;
  const room = arrived <= SMALL_BYTES ? small : large;
  const bytes = own.times * arrived;
  if (!makeRoom(room, own, bytes, now)) return false;
  own.room?.held.delete(own);
  room.held.add(own);
  own.room = room;
  own.bytes = bytes;
  own.until = now + (own.giveWay === undefined ? LOST_AFTER_MS : SILENT_MS);
  return true;
}

export function letGo(own: Held, part = own.bytes): void {
  own.bytes -= part;
  if (own.bytes <= 0) own.room?.held.delete(own);
}

function makeRoom(room: Room, own: Held, bytes: number, now: number): boolean {
  if (hasRoom(room, own, bytes)) return true;
  for (const one of room.held) if (one !== own && one.until <= now) end(one);
  while (!hasRoom(room, own, bytes)) {
    const other = whatGivesWay([...room.held], own, bytes);
    if (other === undefined) return false;
    end(other);
  }
  return true;
}

function hasRoom({ most, held }: Room, own: Held, bytes: number): boolean {
  let taken = 0;
  for (const one of held) if (one !== own) taken += one.bytes;
  // A body that is too large by itself is let through: the code that reads it refuses it.
  return taken === 0 || taken + bytes <= most;
}

/** A body of another tenant, or else of somebody else of the same tenant, who then holds more. */
function whatGivesWay(held: readonly Held[], own: Held, bytes: number): Held | undefined {
  return (
    largestOfOthers(held, own, bytes, ({ holder }) => holder) ??
    largestOfOthers(
      held.filter(({ holder }) => holder === own.holder),
      own,
      bytes,
      ({ caller }) => caller,
    )
  );
}

/** The largest body that arrives for one who holds more than the owner of `own` would then. */
function largestOfOthers(
  held: readonly Held[],
  own: Held,
  bytes: number,
  ownerOf: (one: Held) => string,
): Held | undefined {
  const shares = new Map([[ownerOf(own), bytes]]);
  const shareOf = (one: Held) => shares.get(ownerOf(one)) ?? 0;
  for (const one of held) if (one !== own) shares.set(ownerOf(one), shareOf(one) + one.bytes);
  let largest: Held | undefined;
  for (const one of held) {
    if (one.giveWay === undefined || one.bytes <= (largest?.bytes ?? 0)) continue;
    if (one !== own && shareOf(one) > shareOf(own)) largest = one;
  }
  return largest;
}

function end(one: Held): void {
  one.room?.held.delete(one);
  one.isOver = true;
  one.giveWay?.();
}
