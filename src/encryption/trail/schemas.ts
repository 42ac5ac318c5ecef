import * as z from "zod";
import { cursorText, time, unicode } from "../../http/contract/index.ts";
import { version } from "../schemas.ts";

const place = { day: z.iso.date(), cursor: cursorText.optional() };
export const decryptsQuery = z.object(place);
export const decryptsOfContext = z.strictObject({ ...place, context: unicode });

export const decryptList = z
  .strictObject({
    items: z.array(
      z
        .strictObject({
          at: time,
          who: z.string(),
          requestId: z.string(),
          action: z.enum(["decrypt", "rewrap"]),
          version,
          contextHash: z.string().nullable(),
          outcome: z.string(),
        })
        .meta({ id: "DecryptLine" }),
    ),
    cursor: z.string().nullable(),
  })
  .meta({ id: "DecryptList" });

export type DecryptList = z.infer<typeof decryptList>;
