import { openModel, type Model } from "./open-model.ts";

let loading: Promise<Model> | undefined;

/**
 * Loads the model of this isolate with the first message that needs it, so that the start of the Worker
 * does not.
 */
export function loadModel(): Promise<Model> {
  loading ??= import("./weights.bin").then((module) => openModel(module.default));
  return loading;
}
