import * as z from "zod";
import { cursorText, unicode } from "../../http/contract/index.ts";

const place = { day: z.iso.date(), cursor: cursorText.optional() };
export const decryptsQuery = z.object(place);
export const decryptsOfContext = z.strictObject({ ...place, context: unicode });
