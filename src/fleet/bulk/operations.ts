import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["Fleet"];

export const bulkOperations: Abouts = {
  previewBulkOrder: {
    summary: "How many agents a bulk order would have, and whose they are",
    description:
      "Only those count that the action would change: not revoked yet for `revoke`, in conflict for `resolve_conflict`. Nothing is done. `filter` takes the names and texts of the query of `GET /agents`; `{}` means all.",
    tags,
    responses: {
      200: { description: "The number to order with", schema: answers.bulkPreview },
      404: { description: "There is no tenant of that id" },
    },
  },
  placeBulkOrder: {
    summary: "Revoke, deregister or clear of a conflict many agents, in the background",
    description:
      "The agents are those that fit at this moment; if they are not `expected` many, nothing is done (409). Tenants' own people may `deregister`; the other actions are for operators. With an `Idempotency-Key` a repeat gets the first order again; the key counts as long as the order is kept, 90 days after its end. An order stops if its giver loses the right to give it, or the token is revoked.",
    tags,
    responses: {
      202: {
        description: "Ordered; the first agents are called at once",
        schema: answers.bulkOrderAnswer,
        headers: ["Location", "Idempotency-Replayed"],
      },
      404: { description: "There is no tenant of that id" },
      409: { description: "Another number of agents fits now, or too many orders are under way" },
      422: { description: "The Idempotency-Key was used for another order" },
    },
  },
  listBulkOrders: {
    summary: "Bulk orders, newest first",
    tags,
    responses: {
      200: { description: "A page of orders", schema: answers.bulkPage },
      404: { description: "There is no tenant of that id" },
    },
  },
  getBulkOrder: {
    summary: "How far a bulk order has come",
    tags,
    responses: { 200: { description: "The order", schema: answers.bulkOrderAnswer } },
  },
  listBulkFailures: {
    summary: "The agents of a bulk order that failed three times, in the order of their ids",
    tags,
    responses: { 200: { description: "Some of them", schema: answers.bulkFailures } },
  },
  cancelBulkOrder: {
    summary: "Leave alone the agents of a bulk order whose turn has not come",
    description: "An order that has ended stays as it is.",
    tags,
    responses: { 200: { description: "The order", schema: answers.bulkOrderAnswer } },
  },
};
