import * as z from "zod";

/** Yes or no, as a query writes it. */
export const flag = z.enum(["true", "false"]).transform((text) => text === "true");
