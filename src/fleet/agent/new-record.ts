import { firstSlots, type IssuedCertificate } from "../../certificates/index.ts";
import type { Orders } from "../policies/orders.ts";
import { type AgentRecord, EMPTY_PULSE, type Identity } from "./record.ts";

export interface EnrolOrder {
  identity: Identity;
  role: string;
  issued: IssuedCertificate;
  orders: Orders;
  machine: string | undefined;
  agent: string | undefined;
  now: number;
}

export function newRecord(order: EnrolOrder): AgentRecord {
  const { identity, orders, now } = order;
  return {
    identity,
    slots: firstSlots(order.issued, now),
    pulse: EMPTY_PULSE,
    profile: {
      seq: 1,
      epoch: 1,
      role: order.role,
      revokedAt: null,
      conflict: null,
      machine: order.machine ?? "{}",
      agent: order.agent ?? "{}",
      status: "{}",
      cert: "{}",
      reportedRole: null,
      intervalS: orders.intervalS,
      policyId: orders.policyId,
      policyRevision: orders.revision,
      watched: false,
      silence: "none",
      machineTrail: [],
      rotations: [],
      projectedSeen: 0,
      owed: false,
    },
  };
}
