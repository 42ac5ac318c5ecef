import * as z from "zod";
import { ROLES } from "../access/permissions.ts";
import { type Abouts, pageSchema, time } from "../http/contract/index.ts";

const tags = ["Credentials"];
const operators = pageSchema(
  z
    .strictObject({
      personId: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      createdBy: z.string(),
      createdAt: time,
      seenAt: time.nullable(),
      /** When their identity provider last let them in no more; null once it does. */
      withdrawnAt: time.nullable(),
      sessions: z.int(),
      passkeys: z.int(),
      tokens: z.int(),
    })
    .meta({ id: "Operator" }),
);

export const operatorOperations: Abouts = {
  listOperators: {
    summary: "List operators, with how many sessions, passkeys and tokens of each count",
    tags,
    responses: { 200: { description: "A page of operators", schema: operators } },
  },
  removeOperator: {
    summary: "Remove an operator: sessions, passkeys, links and tokens end",
    tags,
    responses: {
      204: { description: "Removed; it binds everywhere within 15 s" },
      409: { description: "It is the last operator, or the last owner among them" },
    },
  },
};
