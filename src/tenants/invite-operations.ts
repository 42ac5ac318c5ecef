import * as z from "zod";
import { type Abouts, time } from "../http/contract/index.ts";

const invited = z
  .strictObject({ personId: z.string(), url: z.string(), expiresAt: time })
  .meta({ id: "Invited" });

export const inviteOperations: Abouts = {
  invitePerson: {
    summary: "Make a person and a one-time link to the portal; the link is shown here only",
    tags: ["Credentials"],
    responses: {
      201: { description: "The link", schema: invited },
      409: { description: "The tenant has as many people as it may have" },
    },
  },
};
