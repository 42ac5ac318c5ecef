import { MINUTE_MS } from "./spans.ts";

/** All that an isolate reads at once: as much as the largest body, that of a recording. */
export const ROOM_BYTES = 37.5 * 1024 * 1024;
/** Bodies up to this size, such as a spoken question or a letter, are not counted. */
export const NOT_COUNTED_BYTES = 1024 * 1024;
/**
 * If the client has gone, a request may never reach its end here, so its bytes are let go after this
 * time.
 */
const LOST_AFTER_MS = 2 * MINUTE_MS;
/** The same for a body that arrives, after its latest bytes. */
const SILENT_MS = MINUTE_MS / 2;

/** Gives room back: so many bytes of it, or all. */
export type LetGo = (bytes?: number) => void;

/** What one body or file holds of the room. */
export interface Held {
  /** Whose it is: a tenant, or all who reach every tenant. */
  readonly holder: string;
  bytes: number;
  until: number;
  /** Ends a body that arrives; what has arrived cannot be ended. */
  giveWay?: (() => void) | undefined;
  /** The room was given to another body. */
  isOver?: boolean;
}

const held = new Set<Held>();

/**
 * Takes room for a file at once; the result gives the room back. Undefined if there is no room now.
 * The isolate has 128 MB, and if they run out, the runtime ends every request in it.
 */
export function holdRoom(bytes: number, now: number, holder: string): LetGo | undefined {
  const own: Held = { holder, bytes: 0, until: 0 };
  return growTo(own, bytes, now) ? (part) => letGo(own, part) : undefined;
}

/** Takes room for what there is of a body by now. False if there is none, or another has it by now. */
export function growTo(own: Held, bytes: number, now: number): boolean {
  if (own.isOver === true) return false;
  if (bytes <= NOT_COUNTED_BYTES) return true;
  if (!makeRoom(own, bytes, now)) return false;
  own.bytes = bytes;
  own.until = now + (own.giveWay === undefined ? LOST_AFTER_MS : SILENT_MS);
  held.add(own);
  return true;
}

export function letGo(own: Held, part = own.bytes): void {
  own.bytes -= part;
  if (own.bytes <= 0) held.delete(own);
}

function makeRoom(own: Held, bytes: number, now: number): boolean {
  for (const one of held) if (one !== own && one.until <= now) end(one);
  for (;;) {
    const taken = sum((one) => one !== own);
    // A body that is too large by itself is let through: the code that reads it refuses it.
    if (taken === 0 || taken + bytes <= ROOM_BYTES) return true;
    const other = whatGivesWay(own, bytes);
    if (other === undefined) return false;
    end(other);
  }
}

/** The largest body that arrives for somebody who holds more than this holder would then. */
function whatGivesWay(own: Held, bytes: number): Held | undefined {
  const wanted = bytes + sum((one) => one !== own && one.holder === own.holder);
  let largest: Held | undefined;
  for (const one of held) {
    if (one.giveWay === undefined || one.bytes <= (largest?.bytes ?? 0)) continue;
    if (sum(({ holder }) => holder === one.holder) > wanted) largest = one;
  }
  return largest;
}

function sum(counts: (one: Held) => boolean): number {
  let bytes = 0;
  for (const one of held) if (counts(one)) bytes += one.bytes;
  return bytes;
}

function end(one: Held): void {
  held.delete(one);
  one.isOver = true;
  one.giveWay?.();
}
