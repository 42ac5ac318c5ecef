import type * as z from "zod";
import { isRefusal, type Refusal } from "../../http/index.ts";
import type { FormState } from "./form.ts";
import { refuseChanged } from "./refuse-changed.tsx";
import type { View } from "./view.ts";

type Order<T> = { success: true; data: T } | { success: false; error: z.ZodError };
type Outcome<R> =
  | { done: Exclude<R, Refusal>; refused?: undefined }
  | { done?: undefined; refused: FormState };

/**
 * Does what a form asks for if the schema takes it; else returns the form with the reasons. `now`
 * is the form as it would be opened now: if somebody else has changed it, nothing is done.
 */
export async function carryOut<T, R>(
  view: View,
  form: FormState,
  order: Order<T>,
  act: (order: T) => R | Promise<R>,
  more?: { about?: string; now?: FormState },
): Promise<Outcome<R>> {
  if (!order.success) return { refused: form.refused(view, order.error) };
  const done = refuseChanged(form, more?.now) ?? (await act(order.data));
  if (isRefusal(done)) return { refused: form.refused(view, done, more) };
  return { done: done as Exclude<R, Refusal> };
}
