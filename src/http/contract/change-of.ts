import * as z from "zod";

/** The body of a change: any of its fields may be left out, but not all of them. */
export function changeOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .strictObject(fields)
    .refine((change) => Object.keys(change).length > 0, "must change something")
    .meta({ minProperties: 1 });
}
