import * as z from "zod";
import { exactLine, line } from "../http/contract/index.ts";
import { MAX_ADDRESSES } from "./agent/report.ts";
import { MAX_NAME, roleName } from "./schemas.ts";

const MAX_CODE = 256;
export const MAX_ENROLL_BYTES = 64 * 1024;
const MAX_LABELS = 32;
const MAX_LABEL = 256;

const text = z.string().max(MAX_LABEL);
const machine = z.looseObject({
  hostname: text.optional(),
  machine_id: text.optional(),
  os: z.looseObject({ family: text, name: text, version: text }).partial().optional(),
  arch: text.optional(),
  ip: z.array(text).max(MAX_ADDRESSES).optional(),
});
const software = z.looseObject({ version: text.optional(), build: text.optional() });
const labels = z
  .record(exactLine.min(1).max(MAX_NAME), line.max(MAX_LABEL))
  .refine((value) => Object.keys(value).length <= MAX_LABELS, `at most ${MAX_LABELS} labels`)
  .meta({ maxProperties: MAX_LABELS });

export const enrollRequest = z
  .strictObject({
    enrollment_code: z
      .string()
      .min(1)
      .max(MAX_CODE)
      .optional()
      .describe("Left out only by an operator, who enrols by a bearer token."),
    csr_pem: z.string().min(1),
    role: roleName.optional(),
    machine: machine.optional(),
    agent: software.optional(),
    labels: labels.optional(),
    enrollment_id: z.uuid().optional(),
  })
  .meta({ id: "EnrollRequest" });
export type EnrollRequest = z.output<typeof enrollRequest>;

export const enrollQuery = z.object({
  tenant: z.string().min(1).max(MAX_NAME).optional(),
});
