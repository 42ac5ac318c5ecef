import { takeRoomFor } from "../take-room.ts";
import { MAX_BODY_BYTES } from "./schemas.ts";

/** Takes room for a recording, from before it is read until it is answered. */
export const takeRoom = takeRoomFor(MAX_BODY_BYTES);
