import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import { version } from "../schemas.ts";

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
