import { refuse, type Refusal } from "../../http/index.ts";

export function tooLong(most: number): Refusal {
  return refuse(413, "document_too_large", `A document may have ${most} characters.`);
}
