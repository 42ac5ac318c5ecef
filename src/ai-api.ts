import { together, type LateGroup } from "./http/index.ts";

/** The routes of the AI part of the fleet API, grouped by what is loaded together. */
export const AI_GROUPS: readonly LateGroup[] = [
  {
    at: ["/ai/context/*", "/ai/ask-rag"],
    load: async () => (await import("./ai/answer/routes.ts")).answerRoutes,
  },
  {
    at: ["/ai/reindex", "/ai/documents:batch", "/ai/documents/*"],
    load: async () => (await import("./ai/documents/routes.ts")).documentRoutes,
  },
  {
    at: ["/ai/chat"],
    load: async () => (await import("./ai/chat/routes.ts")).chatRoutes,
  },
  {
    at: ["/ai/tools/*"],
    load: async () => (await import("./ai/tools/routes.ts")).toolRoutes,
  },
  {
    at: ["/ai/actions/*"],
    load: () =>
      together(
        import("./ai/actions/routes.ts").then((slice) => slice.actionRoutes),
        import("./ai/actions/execution-routes.ts").then((slice) => slice.executionRoutes),
      ),
  },
  {
    at: ["/ai/prompts/*"],
    load: () =>
      together(
        import("./ai/prompts/routes.ts").then((slice) => slice.promptRoutes),
        import("./ai/prompts/version-routes.ts").then((slice) => slice.versionRoutes),
        import("./ai/prompts/label-routes.ts").then((slice) => slice.labelRoutes),
        import("./ai/prompts/evaluation-routes.ts").then((slice) => slice.evaluationRoutes),
      ),
  },
  {
    at: ["/ai/settings/*"],
    load: async () => (await import("./ai/settings/routes.ts")).aiSettingsRoutes,
  },
  {
    at: ["/ai/usage", "/admin/ai/prices"],
    load: async () => (await import("./ai/usage/routes.ts")).aiUsageRoutes,
  },
  {
    at: ["/ai/voice/*"],
    load: () =>
      together(
        import("./ai/voice/routes.ts").then((slice) => slice.voiceRoutes),
        import("./ai/voice/stream/routes.ts").then((slice) => slice.streamRoutes),
      ),
  },
];
