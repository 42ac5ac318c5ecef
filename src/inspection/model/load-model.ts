import { openModel, type Model } from "./open-model.ts";

let loading: Promise<Model> | undefined;

/**
 * The model of this isolate, opened by the first message that needs it, so that start-up carries none
 * of it.
 */
export function loadModel(): Promise<Model> {
  loading ??= import("./weights.bin").then((module) => openModel(module.default));
  return loading;
}
