import { Hono } from "hono";
import * as z from "zod";
import { invitePerson } from "../access/sessions/index.ts";
import { personOf } from "../access/person-of.ts";
import { ROLES } from "../access/permissions.ts";
import { json, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { database, timeOf, type Rampart } from "../platform/index.ts";
import { tenants } from "./credential-schemas.ts";
import { refuseNewCredential } from "./refuse-new-credential.ts";
import { nameSchema } from "./shared-schemas.ts";

const invitation = z.strictObject({ name: nameSchema, role: z.enum(ROLES), tenants });

export const inviteRoutes = new Hono<Rampart>();

inviteRoutes.post(
  "/admin/invites",
  operation({ operationId: "invitePerson" }),
  valid("json", invitation),
  async (c) => {
    const order = c.req.valid("json");
    const db = database(c.env);
    settle(await refuseNewCredential(db, personOf(c), order.tenants));
    const now = c.get("platform").now();
    const { personId, code, expiresAt } = settle(await invitePerson(db, personOf(c), order, now));
    const url = new URL(`/portal/sign-in/${code}`, c.req.url).href;
    return json(c, { personId, url, expiresAt: timeOf(expiresAt) }, 201);
  },
);
